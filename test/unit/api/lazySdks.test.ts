import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = new URL("../../../src/api", import.meta.url).pathname;

/** `import type` costs nothing; anything else would load an SDK at activation. */
const sdkImport = /^import (?!type )[^;]*from "(openai|@anthropic-ai\/sdk)[^"]*";/m;
const providerImport = /^import (?!type )[^;]*from "[^"]*\/(OpenAiProvider|AnthropicProvider)";/m;

it("loads an SDK with its provider only, and a provider only on use", async () => {
	const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".ts"));
	const files = await Promise.all(
		names.map(async (name) => ({ name, text: await readFile(join(root, name), "utf8") })),
	);
	const loading = files.filter(({ text }) => sdkImport.test(text)).map(({ name }) => name);
	expect(loading.sort()).toEqual(["anthropic/AnthropicProvider.ts", "openai/OpenAiProvider.ts"]);
	expect(files.filter(({ text }) => providerImport.test(text))).toEqual([]);
});
