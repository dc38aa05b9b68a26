import { ProviderSource } from "@hosts/vscode/chat/ProviderSource";
import { ProfileStore } from "@hosts/vscode/stores/ProfileStore";
import { KilnError } from "@shared/errors";
import type { ModelProvider } from "@shared/provider";
import { type Profile, profileSchema } from "@shared/settings";
import { describe, expect, it } from "vitest";
import { MemorySecrets, MemoryStore } from "../support/memoryStore";

const profile = (changes: Partial<Profile> = {}) =>
	profileSchema.parse({
		id: "a",
		name: "A",
		provider: "openai",
		model: "m",
		...changes,
	});

async function setUp() {
	const made: string[] = [];
	const problems: Error[] = [];
	let changes = 0;
	const profiles = new ProfileStore(new MemoryStore(), new MemorySecrets());
	const make = async ({ id, model }: Profile, key: string | undefined): Promise<ModelProvider> => {
		made.push(`${id} ${model} ${key}`);
		const problem = problems.shift();
		if (problem) throw problem;
		const info = { id: model, contextWindow: 1000, maxOutputTokens: 10, supportsImages: false };
		return { name: id, model: info, stream: () => neverCalled(), listModels: async () => [] };
	};
	const source = new ProviderSource(profiles, make, () => {
		changes += 1;
	});
	return { source, profiles, made, problems, changes: () => changes };
}

function neverCalled(): never {
	throw new Error("No request was expected.");
}

describe("ProviderSource", () => {
	it("says what is missing without a profile", async () => {
		const { source } = await setUp();
		await expect(source.current()).rejects.toMatchObject({ code: "missing_key", hint: expect.any(String) });
		expect(source.contextWindow()).toBeNull();
	});

	it("says that a choice is missing when the chosen profile is gone", async () => {
		const { source, profiles, made } = await setUp();
		await profiles.save(profile({ id: "b" }));
		await profiles.save(profile());
		await profiles.remove("a");
		await expect(source.current()).rejects.toMatchObject({ message: "No model is chosen." });
		expect(made).toEqual([]);
	});

	it("makes the provider once, with the profile's key and format", async () => {
		const { source, profiles, made } = await setUp();
		await profiles.save(profile({ baseUrl: "https://a.example/v1" }), "sk-1");
		const first = await source.current();
		expect(first).toMatchObject({ toolFormat: "xml", baseUrl: "https://a.example/v1" });
		expect((await source.current()).provider).toBe(first.provider);
		expect(made).toEqual(["a m sk-1"]);
	});

	it("makes it anew when profile, key or choice has changed", async () => {
		const { source, profiles, made } = await setUp();
		await profiles.save(profile(), "sk-1");
		await source.current();
		await profiles.save(profile(), "sk-2");
		await source.current();
		await profiles.save(profile({ id: "b" }));
		await source.current();
		expect(made).toEqual(["a m sk-1", "a m sk-2", "b m undefined"]);
	});

	it("tries again after a failure, and falls back to no other profile", async () => {
		const { source, profiles, made, problems } = await setUp();
		await profiles.save(profile({ id: "b" }));
		await profiles.save(profile(), "sk-1");
		problems.push(new KilnError("invalid_url", "No such server."));
		await expect(source.current()).rejects.toMatchObject({ code: "invalid_url" });
		await source.current();
		expect(made).toEqual(["a m sk-1", "a m sk-1"]);
	});

	it("knows the context window from the profile, else once the model was used, and says so once", async () => {
		const { source, profiles, changes } = await setUp();
		await profiles.save(profile());
		expect(source.contextWindow()).toBeNull();
		await source.current();
		await source.current();
		expect(source.contextWindow()).toBe(1000);
		expect(changes()).toBe(1);
		await profiles.save(profile({ contextWindow: 500 }));
		expect(source.contextWindow()).toBe(500);
	});
});
