import { createInterface } from "node:readline";
import { isRemote } from "@services/mcp/config/entrySchema";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import type { McpHub } from "@services/mcp/McpHub";
import { pinKey } from "@services/mcp/trust/trustHash";
import { KilnError, toErrorInfo } from "@shared/errors";
import type { ClockPort } from "@shared/host";
import type { McpServerState } from "@shared/mcp";
import type { McpCommandIo } from "./runMcpCommand";
import { SignInFile, signInFile } from "./SignInFile";

export interface SignInParts {
	readonly hub: McpHub;
	readonly name: string;
	readonly io: McpCommandIo;
	readonly signal: AbortSignal;
	/** undefined: nobody is there to paste an address */
	readonly stdin: NodeJS.ReadableStream | undefined;
	/** ms; how long the server may take to start with the new tokens */
	readonly startMs: number;
	failureText(state: McpServerState): string;
}

/** `kiln mcp sign-in`: waits for the browser, or for the address that it was sent to. Resolves with the exit code. */
export async function signIn(parts: SignInParts): Promise<number> {
	const { hub, name, io, signal, startMs } = parts;
	const stateNow = () => hub.servers().find((server) => server.name === name);
	const before = stateNow();
	if (before?.status === "connected" && !before.needsSignIn) {
		const words = before.isSignedIn ? "You are signed in to it already" : "It works without a sign-in";
		return done(io, name, `${words}: "${name}".`);
	}
	if (before !== undefined && !before.needsSignIn) {
		io.warn(parts.failureText(before));
		return 1;
	}
	const pasting = readAddresses(parts);
	try {
		await hub.signIns.signIn(name, signal);
	} finally {
		pasting?.close();
	}
	await hub.ready(startMs, signal);
	const state = stateNow();
	if (state?.status === "connected") return done(io, name, `You are signed in to "${name}".`);
	if (state !== undefined) io.warn(parts.failureText(state));
	return 1;
}

function done(io: McpCommandIo, name: string, words: string): number {
	if (io.isJson) io.answer({ signedIn: name });
	else io.say(words);
	return 0;
}

/** The terminal's own line editing stays on, so that Ctrl+C is what it always is. */
function readAddresses({ stdin, hub, name, io }: SignInParts): { close(): void } | undefined {
	if (stdin === undefined) return undefined;
	const lines = createInterface({ input: stdin, terminal: false });
	lines.on("line", (line) => {
		if (line.trim() === "") return;
		try {
			hub.signIns.accept(name, line);
		} catch (error) {
			const { message, hint } = toErrorInfo(error);
			io.warn(hint === undefined ? message : `${message}\n${hint}`);
		}
	});
	return lines;
}

/** What `kiln mcp sign-in` says when the page is known. */
export function pageText(url: string, isOpened: boolean, canPaste: boolean): string {
	const paste = canPaste
		? "\nIf your browser ends at a page that it cannot open, paste that page's address here and press Enter."
		: "";
	return isOpened
		? `Sign in on the page in your browser. If it does not open by itself:\n${url}${paste}`
		: `Open this page to sign in:\n${url}${paste}`;
}

/** `kiln mcp sign-out`: forgets the tokens and the registration. The server is not started. */
export async function signOut(
	config: McpServerConfig,
	homeDir: string,
	clock: ClockPort,
	io: McpCommandIo,
): Promise<number> {
	const { name, entry } = config;
	if (!isRemote(entry))
		throw new KilnError("mcp_failed", `The MCP server "${name}" is a program: it has no sign-in.`);
	const store = new SignInFile(signInFile(homeDir), clock);
	const key = pinKey(config);
	const wasSignedIn = (await store.get(key)) !== undefined;
	if (wasSignedIn) await store.exclusive(key, () => store.delete(key));
	if (io.isJson) io.answer({ signedOut: name, wasSignedIn });
	else if (wasSignedIn)
		io.say(`You have signed out of "${name}": its tokens and the registration are forgotten.`);
	else io.say(`You were not signed in to "${name}".`);
	return 0;
}
