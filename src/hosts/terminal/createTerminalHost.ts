import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { withoutSecrets } from "@services/terminal/withoutSecrets";
import { KilnError } from "@shared/errors";
import type { Host, LogPort } from "@shared/host";

export interface TerminalHostOptions {
	readonly cwd: string;
	readonly storage: string;
	readonly variables: Readonly<Record<string, string | undefined>>;
	readonly log: LogPort;
}

/** The terminal as a host: one folder, no editor buffers, nothing shown beside stdout. */
export function createTerminalHost({ cwd, storage, variables, log }: TerminalHostOptions): Host {
	return {
		workspace: { roots: () => [cwd], isTrusted: () => true },
		documents: {
			open: () => undefined,
			applyAndSave: () => Promise.resolve(false),
			visiblePaths: () => [],
			openPaths: () => [],
		},
		diff: { show: () => Promise.resolve(), close: () => Promise.resolve() },
		diagnostics: { list: () => [] },
		terminals: { show: () => undefined },
		// Whoever works over SSH has no browser here: the address is printed instead.
		external: { open: () => Promise.resolve(false) },
		environment: {
			variables: () => Promise.resolve(withoutSecrets(variables)),
			shell: () => shellOf(variables),
			platform: platformOf(process.platform),
			homeDir: homedir(),
			timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
			ripgrepPath: () => undefined,
			hostName: "terminal",
		},
		network: { fetch: globalThis.fetch },
		storage: { root: storage },
		log,
		clock: { now: () => Date.now(), sleep: abortableSleep },
	};
}

function shellOf(variables: Readonly<Record<string, string | undefined>>): string {
	if (process.platform === "win32") return variables.ComSpec ?? "cmd.exe";
	return variables.SHELL ?? "/bin/sh";
}

function platformOf(platform: NodeJS.Platform): "linux" | "darwin" | "win32" {
	return platform === "darwin" || platform === "win32" ? platform : "linux";
}

async function abortableSleep(ms: number, signal?: AbortSignal): Promise<void> {
	try {
		await sleep(ms, undefined, signal === undefined ? {} : { signal });
	} catch (error) {
		throw new KilnError("aborted", "Stopped.", undefined, { cause: error });
	}
}
