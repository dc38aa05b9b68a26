import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { Language as Grammar, Parser, Query } from "web-tree-sitter";
import grammarFiles from "./grammars.json";
import type { GrammarName, Language } from "./languages";

export interface LoadedGrammar {
	readonly grammar: Grammar;
	readonly query: Query;
}

const unpack = promisify(brotliDecompress);
/** Seen from the bundle's entry points and from its chunks. */
const shippedFolders = ["./grammars/", "../grammars/"].map((folder) => new URL(folder, import.meta.url));

let runtime: Promise<void> | undefined;
const loaded = new Map<GrammarName, Promise<LoadedGrammar>>();

/**
 * A language's grammar with its compiled query; both live as long as the process. Read on first use; a failure is
 * not remembered.
 */
export function loadGrammar(language: Language): Promise<LoadedGrammar> {
	const known = loaded.get(language.grammar);
	if (known) return known;
	const loading = load(language);
	loaded.set(language.grammar, loading);
	loading.catch(() => loaded.delete(language.grammar));
	return loading;
}

async function load({ grammar: name, query }: Language): Promise<LoadedGrammar> {
	const [bytes] = await Promise.all([readGrammar(name), startRuntime()]);
	const grammar = await Grammar.load(bytes);
	return { grammar, query: new Query(grammar, query) };
}

function startRuntime(): Promise<void> {
	runtime ??= readGrammar("web-tree-sitter")
		.then((wasmBinary) => Parser.init({ wasmBinary }))
		.catch((error: unknown) => {
			runtime = undefined;
			throw error;
		});
	return runtime;
}

/** Shipped compressed beside the code; run from source, out of the packages that they come from. */
async function readGrammar(name: keyof typeof grammarFiles): Promise<Uint8Array> {
	for (const folder of shippedFolders) {
		const packed = await readFile(new URL(`${name}.wasm.br`, folder)).catch(() => undefined);
		if (packed) return unpack(packed);
	}
	return readFile(createRequire(import.meta.url).resolve(grammarFiles[name]));
}
