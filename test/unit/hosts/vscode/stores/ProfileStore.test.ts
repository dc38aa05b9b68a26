import { demoProfile, ProfileStore } from "@hosts/vscode/stores/ProfileStore";
import { type Profile, profileSchema } from "@shared/settings";
import { describe, expect, it } from "vitest";
import { MemorySecrets, MemoryStore } from "../support/memoryStore";

const profile = (id: string, changes: Partial<Profile> = {}): Profile =>
	profileSchema.parse({ id, name: id, provider: "openai", baseUrl: "https://a.example/v1", ...changes });

function setUp(stored: Record<string, unknown> = {}) {
	const store = new MemoryStore(stored);
	const secrets = new MemorySecrets();
	return { store, secrets, profiles: new ProfileStore(store, secrets) };
}

describe("ProfileStore", () => {
	it("keeps the key in the secret storage and out of the profile", async () => {
		const { store, secrets, profiles } = setUp();
		await profiles.save(profile("a"), "sk-1");
		expect(secrets.values.get("kiln.key.a")).toBe("sk-1");
		expect(JSON.stringify([...store.values])).not.toContain("sk-1");
		expect(profiles.summaries()).toEqual([{ profile: profile("a"), hasKey: true, isDemo: false }]);
	});

	it("keeps the stored key when none is given and the address is the same", async () => {
		const { profiles } = setUp();
		await profiles.save(profile("a"), "sk-1");
		await profiles.save(profile("a", { model: "other", name: "Renamed" }));
		expect(await profiles.keyFor(profile("a"))).toBe("sk-1");
	});

	it.each<[string, Partial<Profile>]>([
		["base URL", { baseUrl: "https://evil.example/v1" }],
		["provider", { provider: "anthropic" }],
	])("removes the stored key when the %s changes without a new one", async (_, changes) => {
		const { profiles, secrets } = setUp();
		await profiles.save(profile("a"), "sk-1");
		await profiles.save(profile("a", changes));
		expect(secrets.values.size).toBe(0);
		expect(profiles.summaries()[0]?.hasKey).toBe(false);
	});

	it("has removed the old key before the new address is stored", async () => {
		const { profiles, secrets } = setUp();
		await profiles.save(profile("a"), "sk-1");
		const seen: unknown[] = [];
		secrets.onChange = () => seen.push([profiles.find("a")?.baseUrl, secrets.values.get("kiln.key.a")]);
		await profiles.save(profile("a", { baseUrl: "https://b.example/v1" }), "sk-2");
		expect(seen).toEqual([
			["https://a.example/v1", undefined],
			["https://b.example/v1", "sk-2"],
		]);
	});

	it("removes the key for an empty one", async () => {
		const { profiles, secrets } = setUp();
		await profiles.save(profile("a"), "sk-1");
		await profiles.save(profile("a"), "");
		expect(secrets.values.size).toBe(0);
	});

	it("gives the key to no other address than the stored profile's", async () => {
		const { profiles } = setUp();
		await profiles.save(profile("a"), "sk-1");
		expect(await profiles.keyFor(profile("a", { baseUrl: "https://evil.example" }))).toBeUndefined();
		expect(await profiles.keyFor(profile("b"))).toBeUndefined();
	});

	it("does not inherit a key that an unknown profile left under the same id", async () => {
		const { profiles, secrets } = setUp();
		secrets.values.set("kiln.key.a", "sk-old");
		await profiles.save(profile("a"));
		expect(await profiles.keyFor(profile("a"))).toBeUndefined();
	});

	it("reports entries that do not parse and does not lose them", async () => {
		const broken = { id: "x", name: "x", provider: "nobody" };
		const { store, profiles } = setUp({ "kiln.profiles": [broken, profile("a")] });
		expect(profiles.profiles().map(({ id }) => id)).toEqual(["a"]);
		expect(profiles.problems()).toEqual([expect.stringContaining("Profile 1 cannot be used: provider")]);
		await profiles.save(profile("b"));
		expect(store.get("kiln.profiles")).toEqual([broken, profile("a"), profile("b")]);
	});

	it("survives a value that is no list at all", () => {
		expect(setUp({ "kiln.profiles": "rubbish" }).profiles.profiles()).toEqual([]);
	});

	it("selects a new profile, keeps the choice on a change and takes no other when it is gone", async () => {
		const { profiles } = setUp();
		await profiles.save(profile("a"));
		await profiles.save(profile("b"));
		await profiles.save(profile("a", { model: "m" }));
		expect(profiles.selected()?.id).toBe("b");
		await profiles.remove("b");
		expect(profiles.selected()).toBeUndefined();
		await profiles.select("a");
		expect(profiles.selected()?.id).toBe("a");
		await expect(profiles.select("b")).rejects.toMatchObject({ code: "invalid_settings" });
	});

	it("takes the first profile only while none was chosen", async () => {
		const { profiles } = setUp({ "kiln.profiles": [profile("a"), profile("b")] });
		expect(profiles.selected()?.id).toBe("a");
		await profiles.remove("a");
		expect(profiles.selected()).toBeUndefined();
	});

	it("takes no other profile for a chosen one that does not parse", () => {
		const broken = { id: "x", name: "x", provider: "nobody" };
		const stored = { "kiln.profiles": [broken, profile("a")], "kiln.selectedProfile": "x" };
		expect(setUp(stored).profiles.selected()).toBeUndefined();
	});

	it("removes the key with the profile", async () => {
		const { profiles, secrets } = setUp();
		await profiles.save(profile("a"), "sk-1");
		await profiles.remove("a");
		expect(secrets.values.size).toBe(0);
	});

	it("finds after a restart which profiles have a key", async () => {
		const { store, secrets, profiles } = setUp();
		await profiles.save(profile("a"), "sk-1");
		await profiles.save(demoProfile);
		const restarted = new ProfileStore(store, secrets);
		await restarted.load();
		expect(restarted.summaries().map(({ hasKey, isDemo }) => [hasKey, isDemo])).toEqual([
			[true, false],
			[false, true],
		]);
	});
});
