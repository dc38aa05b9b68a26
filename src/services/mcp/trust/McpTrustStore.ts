import type { ToolPins } from "../catalogue/toolPins";

/**
 * What the person has consented to, kept by the host where no workspace can write. Reads answer from memory, with
 * what was changed before, whether it is on disk yet or not.
 */
export interface McpTrustStore {
	/** hashes of `trustHash` and `allowHash` */
	has(hash: string): boolean;
	add(hashes: readonly string[]): Promise<void>;
	remove(hashes: readonly string[]): Promise<void>;
	/** accepted fingerprints of a server's tools, by `pinKey`; undefined before its first start */
	pins(key: string): ToolPins | undefined;
	setPins(key: string, pins: ToolPins): Promise<void>;
}

/** Forgets everything with the process: tests, and one run of the command line. */
export function memoryTrustStore(hashes: readonly string[] = []): McpTrustStore {
	const trusted = new Set(hashes);
	const pinned = new Map<string, ToolPins>();
	return {
		has: (hash) => trusted.has(hash),
		async add(added) {
			for (const hash of added) trusted.add(hash);
		},
		async remove(removed) {
			for (const hash of removed) trusted.delete(hash);
		},
		pins: (key) => pinned.get(key),
		async setPins(key, pins) {
			pinned.set(key, pins);
		},
	};
}
