import { createHash } from "node:crypto";

export interface NamedTool {
	readonly server: string;
	readonly tool: string;
}

export const maxNativeTools = 100;
const maxChars = 64;
/** lengths of the hash that a name ends with, tried in turn */
const hashLengths = [0, 6, 16, 40] as const;
const lastStep = hashLengths.length - 1;

interface Candidate {
	readonly key: string;
	readonly plain: string;
	/** index in `hashLengths` */
	readonly step: number;
	readonly name: string;
}

/** Distinguishes any server and tool from any other; approval is keyed by both, never by the native name. */
export function toolKey(server: string, tool: string): string {
	return JSON.stringify([server, tool]);
}

/**
 * Names for native function calls, `mcp_<server>_<tool>`, by `toolKey`: letters, digits, `_` and `-`, at most 64
 * characters, unique whatever the case. A name that is cut or shared gets a hash of the original, so that it does not
 * depend on which other tools there are by order. The first 100 tools get one, but for one that stays shared.
 */
export function nativeNames(tools: readonly NamedTool[]): ReadonlyMap<string, string> {
	const byKey = new Map(
		tools.slice(0, maxNativeTools).map((tool) => [toolKey(tool.server, tool.tool), tool]),
	);
	let all = [...byKey].map(([key, { server, tool }]) => {
		const plain = `mcp_${sanitised(server)}_${sanitised(tool)}`;
		return candidate(key, plain, plain.length <= maxChars ? 0 : 1);
	});
	let shared = sharedNames(all);
	while (shared.size > 0) {
		all = all.flatMap((one) => apart(one, shared.get(caseless(one)) ?? []));
		shared = sharedNames(all);
	}
	return new Map(all.map(({ key, name }) => [key, name]));
}

function candidate(key: string, plain: string, step: number): Candidate {
	const length = hashLengths[step] ?? 0;
	if (length === 0) return { key, plain, step, name: plain };
	const hash = createHash("sha256").update(key).digest("hex").slice(0, length);
	return { key, plain, step, name: `${plain.slice(0, maxChars - length - 1)}_${hash}` };
}

/** Those whose name another one has, too, by `caseless`. */
function sharedNames(all: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
	const users = new Map<string, Candidate[]>();
	for (const one of all) users.set(caseless(one), [...(users.get(caseless(one)) ?? []), one]);
	return new Map([...users].filter(([, sharers]) => sharers.length > 1));
}

/** A server may call a tool just as another's hashed name would be: whoever shares a name gets a longer hash. */
function apart(one: Candidate, sharers: readonly Candidate[]): readonly Candidate[] {
	if (sharers.length === 0) return [one];
	if (one.step < lastStep) return [candidate(one.key, one.plain, one.step + 1)];
	return sharers.some(({ step }) => step < lastStep) ? [one] : [];
}

/** some providers do not tell upper from lower case */
function caseless({ name }: Candidate): string {
	return name.toLowerCase();
}

function sanitised(name: string): string {
	const clean = name.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "");
	return clean === "" ? "x" : clean;
}
