import { ModeProfiles } from "@hosts/vscode/stores/ModeProfiles";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../support/memoryStore";

describe("ModeProfiles", () => {
	it("remembers the profile of each mode apart, over a reload", async () => {
		const store = new MemoryStore();
		const profiles = new ModeProfiles(store);
		await profiles.remember("code", "p1");
		await profiles.remember("ask", "p2");
		await profiles.remember("code", "p3");
		const reloaded = new ModeProfiles(store);
		expect(["code", "ask", "debug"].map((mode) => reloaded.profileOf(mode))).toEqual(["p3", "p2", undefined]);
	});

	it("forgets one", async () => {
		const profiles = new ModeProfiles(new MemoryStore());
		await profiles.remember("code", "p1");
		await profiles.remember("ask", "p2");
		await profiles.remember("code", undefined);
		expect(profiles.profileOf("code")).toBeUndefined();
		expect(profiles.profileOf("ask")).toBe("p2");
	});

	it.each(["constructor", "toString", "__proto__"])("knows nothing of a mode called %s", async (mode) => {
		const profiles = new ModeProfiles(new MemoryStore());
		expect(profiles.profileOf(mode)).toBeUndefined();
		await profiles.remember(mode, "p1");
		expect(profiles.profileOf("code")).toBeUndefined();
	});

	it("takes what is no entry as none and keeps the others", async () => {
		const profiles = new ModeProfiles(
			new MemoryStore({ "kiln.modeProfiles": { code: 5, ask: "p2", debug: "" } }),
		);
		expect(["code", "ask", "debug"].map((mode) => profiles.profileOf(mode))).toEqual([
			undefined,
			"p2",
			undefined,
		]);
		await profiles.remember("code", "p1");
		expect(profiles.profileOf("ask")).toBe("p2");
		expect(new ModeProfiles(new MemoryStore({ "kiln.modeProfiles": [1] })).profileOf("0")).toBeUndefined();
	});
});
