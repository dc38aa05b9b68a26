import { ModeConsentStore } from "@hosts/vscode/stores/ModeConsentStore";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../support/memoryStore";

describe("ModeConsentStore", () => {
	it("holds what was granted, over a reload", async () => {
		const store = new MemoryStore();
		await new ModeConsentStore(store).grant("a");
		await new ModeConsentStore(store).grant("b");
		const consents = new ModeConsentStore(store);
		expect(["a", "b", "c"].map((hash) => consents.has(hash))).toEqual([true, true, false]);
	});

	it("drops the oldest of very many, and a grant makes one the newest", async () => {
		const consents = new ModeConsentStore(new MemoryStore());
		await consents.grant("first");
		await consents.grant("second");
		await consents.grant("first");
		for (let count = 0; count < 199; count += 1) await consents.grant(`h${count}`);
		expect([consents.has("first"), consents.has("second")]).toEqual([true, false]);
	});

	it.each([undefined, "a", { a: true }, [1, "a"]])("takes %j as no consent", (stored) => {
		const store = new MemoryStore(stored === undefined ? {} : { "kiln.modeConsents": stored });
		expect(new ModeConsentStore(store).has("a")).toBe(false);
	});
});
