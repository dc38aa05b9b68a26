import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { StdioEntry } from "../config/entrySchema";
import { OpenFailure } from "../connection/OpenFailure";
import type { McpLimits } from "../limits";
import type { LineTail } from "../transport/LineTail";
import { lastWords } from "../transport/lastWords";
import { StdioTransport } from "../transport/StdioTransport";
import { stdioCommand } from "../transport/stdioCommand";
import { toOpenFailure } from "./explainError";
import { serverEnvironment } from "./serverEnvironment";

export interface StdioTarget {
	/** expanded */
	readonly entry: StdioEntry;
	/** where it runs unless the entry says otherwise, and where the entry's relative folder starts; absolute */
	readonly cwd: string | undefined;
	/** the login shell's */
	readonly environment: Readonly<Record<string, string>>;
	readonly platform: NodeJS.Platform;
	readonly output: LineTail;
}

/** Starts the process and shakes hands. On failure nothing of it is left. */
export async function connectStdio(
	client: Client,
	target: StdioTarget,
	limits: McpLimits,
	request: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<StdioTransport> {
	const { entry, platform, output } = target;
	const cwd = runFolder(entry, target.cwd);
	if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
		throw new OpenFailure(`Its folder ${cwd} does not exist.`, { isFinal: true });
	}
	const env = serverEnvironment(target.environment, entry.env, platform);
	const command = stdioCommand(entry.command, entry.args, { platform, env, exists: existsSync });
	const { maxMessageBytes, killGraceMs } = limits;
	const transport = new StdioTransport({ command, cwd, env, platform, maxMessageBytes, killGraceMs, output });
	const abort = () => void transport.close();
	request.signal.addEventListener("abort", abort, { once: true });
	try {
		await client.connect(transport, request);
		return transport;
	} catch (error) {
		await transport.close();
		throw startFailure(error, transport, entry.command, output);
	} finally {
		request.signal.removeEventListener("abort", abort);
	}
}

function runFolder({ cwd: own }: StdioEntry, base: string | undefined): string | undefined {
	if (own === undefined || base === undefined) return own ?? base;
	return resolve(base, own);
}

function startFailure(
	error: unknown,
	transport: StdioTransport,
	command: string,
	output: LineTail,
): OpenFailure {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code === "ENOENT") {
		return new OpenFailure(`The program "${command}" was not found in the PATH of your login shell.`, {
			isFinal: true,
		});
	}
	if (code === "EACCES")
		return new OpenFailure(`The program "${command}" may not be run.`, { isFinal: true });
	if (transport.exitReason === undefined || !/closed/i.test(String(error))) return toOpenFailure(error);
	return endFailure(transport, output);
}

/** It ended by itself: how, and its last words. */
export function endFailure(transport: StdioTransport, output: LineTail): OpenFailure {
	const last = lastWords(output.lines);
	const words = last === undefined ? "" : ` Its last words: ${last.slice(0, 300)}`.replace(/[^.!?…]$/, "$&.");
	return new OpenFailure(`The server is not running: ${transport.exitReason ?? "it ended"}.${words}`, {});
}
