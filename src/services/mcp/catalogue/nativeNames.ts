import { createHash } from "node:crypto";

export interface NamedTool {
	readonly server: string;
	readonly tool: string;
}

export const maxNativeTools = 100;
const maxChars = 64;
const hashChars = 6;

/** Distinguishes any server and tool from any other; approval is keyed by both, never by the native name. */
export function toolKey(server: string, tool: string): string {
	return JSON.stringify([server, tool]);
}

/**
 * Names for native function calls, `mcp_<server>_<tool>`, by `toolKey`: letters, digits, `_` and `-`, at most 64
 * characters, unique. A name that is cut or shared gets a hash of the original, so that it does not depend on which
 * other tools there are by order. The first 100 tools get one.
 */
export function nativeNames(tools: readonly NamedTool[]): ReadonlyMap<string, string> {
	const offered = tools.slice(0, maxNativeTools);
	const plain = offered.map(({ server, tool }) => `mcp_${sanitised(server)}_${sanitised(tool)}`);
	// some providers do not tell upper from lower case
	const uses = new Map<string, number>();
	for (const name of plain) uses.set(name.toLowerCase(), (uses.get(name.toLowerCase()) ?? 0) + 1);
	const names = new Map<string, string>();
	for (const [index, { server, tool }] of offered.entries()) {
		const name = plain[index] ?? "";
		const isPlain = name.length <= maxChars && uses.get(name.toLowerCase()) === 1;
		names.set(toolKey(server, tool), isPlain ? name : hashed(name, toolKey(server, tool)));
	}
	return names;
}

function sanitised(name: string): string {
	const clean = name.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "");
	return clean === "" ? "x" : clean;
}

function hashed(name: string, key: string): string {
	const hash = createHash("sha256").update(key).digest("hex").slice(0, hashChars);
	return `${name.slice(0, maxChars - hashChars - 1)}_${hash}`;
}
