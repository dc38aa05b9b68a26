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
	const picked = new Map<string, string>();
	const choices = {
		profileOf: (mode: string) => picked.get(mode),
		remember: async (mode: string, id: string) => void picked.set(mode, id),
	};
	const source = new ProviderSource(profiles, choices, make, () => {
		changes += 1;
	});
	return { source, profiles, picked, made, problems, changes: () => changes };
}

function neverCalled(): never {
	throw new Error("No request was expected.");
}

describe("ProviderSource", () => {
	it("says what is missing without a profile", async () => {
		const { source } = await setUp();
		await expect(source.current("code")).rejects.toMatchObject({
			code: "missing_key",
			hint: expect.any(String),
		});
		expect(source.contextWindow("code")).toBeNull();
	});

	it("says that a choice is missing when the chosen profile is gone", async () => {
		const { source, profiles, made } = await setUp();
		await profiles.save(profile({ id: "b" }));
		await profiles.save(profile());
		await profiles.remove("a");
		await expect(source.current("code")).rejects.toMatchObject({ message: "No model is chosen." });
		expect(made).toEqual([]);
	});

	it("makes the provider once, with the profile's key and format", async () => {
		const { source, profiles, made } = await setUp();
		await profiles.save(profile({ baseUrl: "https://a.example/v1" }), "sk-1");
		const first = await source.current("code");
		expect(first).toMatchObject({ toolFormat: "xml", baseUrl: "https://a.example/v1" });
		expect((await source.current("code")).provider).toBe(first.provider);
		expect(made).toEqual(["a m sk-1"]);
	});

	it("makes it anew when profile, key or choice has changed", async () => {
		const { source, profiles, made } = await setUp();
		await profiles.save(profile(), "sk-1");
		await source.current("code");
		await profiles.save(profile(), "sk-2");
		await source.current("code");
		await profiles.save(profile({ id: "b" }));
		await source.current("code");
		expect(made).toEqual(["a m sk-1", "a m sk-2", "b m undefined"]);
	});

	it("tries again after a failure, and falls back to no other profile", async () => {
		const { source, profiles, made, problems } = await setUp();
		await profiles.save(profile({ id: "b" }));
		await profiles.save(profile(), "sk-1");
		problems.push(new KilnError("invalid_url", "No such server."));
		await expect(source.current("code")).rejects.toMatchObject({ code: "invalid_url" });
		await source.current("code");
		expect(made).toEqual(["a m sk-1", "a m sk-1"]);
	});

	it("knows the context window from the profile, else once the model was used, and says so once", async () => {
		const { source, profiles, changes } = await setUp();
		await profiles.save(profile());
		expect(source.contextWindow("code")).toBeNull();
		await source.current("code");
		await source.current("code");
		expect(source.contextWindow("code")).toBe(1000);
		expect(changes()).toBe(1);
		await profiles.save(profile({ contextWindow: 500 }));
		expect(source.contextWindow("code")).toBe(500);
	});

	it("uses in each mode what was picked there, and elsewhere what was picked last", async () => {
		const { source, profiles, made } = await setUp();
		await profiles.save(profile());
		await profiles.save(profile({ id: "b", toolFormat: "native", promptVariant: "compact" }));
		await source.pick("code", "a");
		await source.pick("ask", "b");
		expect(await source.current("code")).toMatchObject({ toolFormat: "xml", promptVariant: "full" });
		expect(await source.current("ask")).toMatchObject({ toolFormat: "native", promptVariant: "compact" });
		expect(source.profileOf("debug")?.id).toBe("b");
		// Going to and fro makes nothing anew.
		await source.current("code");
		await source.current("ask");
		expect(made).toEqual(["a m undefined", "b m undefined"]);
	});

	it("goes back to what was picked last when a mode's profile is gone", async () => {
		const { source, profiles } = await setUp();
		await profiles.save(profile());
		await profiles.save(profile({ id: "b" }));
		await source.pick("ask", "b");
		await source.pick("code", "a");
		await profiles.remove("b");
		expect(source.profileOf("ask")?.id).toBe("a");
	});

	it("remembers no profile that does not exist", async () => {
		const { source, picked } = await setUp();
		await expect(source.pick("code", "gone")).rejects.toThrow("gone");
		expect(picked.size).toBe(0);
	});

	it("hands on which tools a profile adds", async () => {
		const { source, profiles } = await setUp();
		await profiles.save(profile({ customTools: ["apply_patch"] }));
		expect(await source.current("code")).toMatchObject({ customTools: ["apply_patch"] });
	});
});
