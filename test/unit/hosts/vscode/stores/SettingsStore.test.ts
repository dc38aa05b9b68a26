import { SettingsStore } from "@hosts/vscode/stores/SettingsStore";
import { defaultSettings } from "@shared/settings";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../support/memoryStore";

describe("SettingsStore", () => {
	it("starts with the schema's defaults", () => {
		expect(new SettingsStore(new MemoryStore()).current()).toEqual(defaultSettings);
	});

	it("keeps what was set and leaves the rest at its default", async () => {
		const settings = new SettingsStore(new MemoryStore());
		const autoApprove = { ...defaultSettings.autoApprove, allowCommands: ["git log"] };
		await settings.update({ autoApprove });
		expect(settings.current()).toEqual({ ...defaultSettings, autoApprove });
	});

	it("ignores and reports a broken section, and falls back to its strict default", () => {
		const stored = { autoApprove: { kinds: { execute: "yes" } }, customInstructions: "Be brief." };
		const settings = new SettingsStore(new MemoryStore({ "kiln.settings": stored }));
		expect(settings.current().autoApprove).toEqual(defaultSettings.autoApprove);
		expect(settings.current().customInstructions).toBe("Be brief.");
		expect(settings.problems()).toEqual([expect.stringContaining("autoApprove.kinds.execute")]);
	});

	it("takes a value that is no object as empty", () => {
		expect(new SettingsStore(new MemoryStore({ "kiln.settings": [1] })).current()).toEqual(defaultSettings);
	});
});
