import { McpConsentStore } from "@hosts/vscode/stores/McpConsentStore";
import { McpSignInStore } from "@hosts/vscode/stores/McpSignInStore";
import { describe, expect, it } from "vitest";
import { realClock } from "../../../../integration/mcp/support/realClock";
import { createTempDir } from "../../../support/tempDir";
import { MemorySecrets, MemoryStore } from "../support/memoryStore";

describe("McpConsentStore", () => {
	it("knows over windows what was agreed to and accepted", async () => {
		const memory = new MemoryStore();
		const store = new McpConsentStore(memory);
		expect([store.has("a"), store.pins("k")]).toEqual([false, undefined]);
		await store.add(["a", "b", "a"]);
		await store.setPins("k", { echo: "1" });
		await store.setPins("k", { echo: "2" });
		const next = new McpConsentStore(memory);
		expect([next.has("a"), next.has("b"), next.has("c")]).toEqual([true, true, false]);
		expect(next.pins("k")).toEqual({ echo: "2" });
		await next.remove(["a", "x"]);
		expect([store.has("a"), store.has("b")]).toEqual([false, true]);
	});

	it("sees what another window wrote meanwhile", async () => {
		const memory = new MemoryStore();
		const [one, two] = [new McpConsentStore(memory), new McpConsentStore(memory)];
		expect(one.has("a")).toBe(false);
		await two.add(["a"]);
		await one.add(["b"]);
		expect([two.has("a"), two.has("b")]).toEqual([true, true]);
	});

	it("takes damaged values for no consent at all", async () => {
		const memory = new MemoryStore({ "kiln.mcpConsents": { a: 1 }, "kiln.mcpPins": "x" });
		const store = new McpConsentStore(memory);
		expect([store.has("a"), store.pins("toString")]).toEqual([false, undefined]);
		await store.add(["a"]);
		expect(store.has("a")).toBe(true);
	});

	it("forgets the oldest rather than grow for ever", async () => {
		const store = new McpConsentStore(new MemoryStore());
		await store.add(Array.from({ length: 5001 }, (_, index) => `h${index}`));
		expect([store.has("h0"), store.has("h1"), store.has("h5000")]).toEqual([false, true, true]);
	});
});

describe("McpSignInStore", () => {
	it("keeps tokens among the secrets only", async () => {
		const secrets = new MemorySecrets();
		const store = new McpSignInStore(secrets, createTempDir(), realClock);
		await store.set("server", "token");
		expect(await store.get("server")).toBe("token");
		expect([...secrets.values]).toEqual([["kiln.mcp.server", "token"]]);
		await store.delete("server");
		expect(await store.get("server")).toBeUndefined();
	});
});
