import type { ToolPins } from "@services/mcp/catalogue/toolPins";
import type { McpTrustStore } from "@services/mcp/trust/McpTrustStore";
import * as z from "zod";
import type { StoreBackend } from "./StoreBackend";

const hashesKey = "kiln.mcpConsents";
const pinsKey = "kiln.mcpPins";
const hashesSchema = z.array(z.string()).catch([]);
const pinsSchema = z.record(z.string(), z.record(z.string(), z.string())).catch({});
/** The oldest go first: what is forgotten is asked about again. */
const maxHashes = 5000;
const maxPinned = 500;

/**
 * What the person has consented to of MCP servers, for all windows: hashes and keys name the workspace root themselves.
 * Kept by the editor and not in the workspace's files, so that no repository can agree to itself.
 */
export class McpConsentStore implements McpTrustStore {
	/** parsed once for each value: they are asked for every tool of every server */
	private readonly hashes = parsedOnce((value) => new Set(hashesSchema.parse(value)));
	private readonly allPins = parsedOnce((value) => new Map(Object.entries(pinsSchema.parse(value))));

	constructor(private readonly store: StoreBackend) {}

	has(hash: string): boolean {
		return this.hashes(this.store.get(hashesKey)).has(hash);
	}

	async add(hashes: readonly string[]): Promise<void> {
		const others = [...this.hashes(this.store.get(hashesKey))].filter((hash) => !hashes.includes(hash));
		await this.store.update(hashesKey, [...others, ...new Set(hashes)].slice(-maxHashes));
	}

	async remove(hashes: readonly string[]): Promise<void> {
		const others = [...this.hashes(this.store.get(hashesKey))].filter((hash) => !hashes.includes(hash));
		await this.store.update(hashesKey, others);
	}

	pins(key: string): ToolPins | undefined {
		return this.allPins(this.store.get(pinsKey)).get(key);
	}

	async setPins(key: string, pins: ToolPins): Promise<void> {
		const others = [...this.allPins(this.store.get(pinsKey))].filter(([other]) => other !== key);
		await this.store.update(pinsKey, Object.fromEntries([...others, [key, pins]].slice(-maxPinned)));
	}
}

/** The editor gives the same object until the value changes. */
function parsedOnce<T>(parse: (value: unknown) => T): (value: unknown) => T {
	let last: { readonly value: unknown; readonly parsed: T } | undefined;
	return (value) => {
		if (last === undefined || last.value !== value) last = { value, parsed: parse(value) };
		return last.parsed;
	};
}
