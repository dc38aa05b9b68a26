import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const room = fileURLToPath(new URL("../../../../src/services/mcp", import.meta.url));
/** `import type` costs nothing. */
const eager = /^import (?!type )[^;]*?from "([^"]+)";/gm;

/** The files of the room, with what each loads at once. */
async function importsByFile(): Promise<ReadonlyMap<string, readonly string[]>> {
	const files = (await readdir(room, { recursive: true })).filter((name) => name.endsWith(".ts"));
	const entries = files.map(async (file) => {
		const text = await readFile(join(room, file), "utf8");
		return [file, [...text.matchAll(eager)].map((match) => match[1] ?? "")] as const;
	});
	return new Map(await Promise.all(entries));
}

it("loads neither the protocol's SDK nor ajv before the first server starts", async () => {
	const imports = await importsByFile();
	const reached = new Set<string>();
	const visit = (file: string) => {
		if (reached.has(file)) return;
		reached.add(file);
		for (const name of imports.get(file) ?? []) {
			if (name.startsWith(".")) visit(`${relative(room, resolve(room, dirname(file), name))}.ts`);
		}
	};
	visit("McpHub.ts");
	visit("config/McpConfigFiles.ts");
	const libraries = [...reached]
		.flatMap((file) => imports.get(file) ?? [])
		.filter((name) => /^(@modelcontextprotocol|ajv)/.test(name));
	expect(libraries).toEqual([]);
	expect(reached.size).toBeGreaterThan(20);
});
