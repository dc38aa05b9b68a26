import { isRemote } from "@services/mcp/config/entrySchema";
import type { McpServerConfig } from "@services/mcp/config/McpServerConfig";
import type { McpHub } from "@services/mcp/McpHub";
import { pinKey } from "@services/mcp/trust/trustHash";
import { KilnError, toErrorInfo } from "@shared/errors";
import type { ClockPort } from "@shared/host";
import type { McpServerState } from "@shared/mcp";
import type { TerminalPrompt } from "../TerminalPrompt";
import type { McpCommandIo } from "./runMcpCommand";
import { SignInFile, signInFile } from "./SignInFile";

export interface SignInParts {
	readonly hub: McpHub;
	readonly name: string;
	readonly io: McpCommandIo;
	readonly signal: AbortSignal;
	/** undefined: nobody is there to paste an address */
	readonly prompt: TerminalPrompt | undefined;
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
	const over = new AbortController();
	const reading = readAddresses(parts, over.signal);
	try {
		await hub.signIns.signIn(name, signal);
	} finally {
		over.abort();
		await reading;
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

/** Until it is over. The prompt, since the terminal's own line editing cuts long addresses off (macOS: at 1024). */
async function readAddresses({ prompt, hub, name, io }: SignInParts, over: AbortSignal): Promise<void> {
	while (prompt !== undefined) {
		const line = await prompt.line("", over).catch(() => undefined);
		if (line === undefined) return;
		if (line === "") continue;
		try {
			hub.signIns.accept(name, line);
		} catch (error) {
			const { message, hint } = toErrorInfo(error);
			io.warn(hint === undefined ? message : `${message}\n${hint}`);
		}
	}
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
	const wasSignedIn = await forgetSignIn(config, homeDir, clock);
	if (io.isJson) io.answer({ signedOut: name, wasSignedIn });
	else if (wasSignedIn)
		io.say(`You have signed out of "${name}": its tokens and the registration are forgotten.`);
	else io.say(`You were not signed in to "${name}".`);
	return 0;
}

/** Forgets what is kept of a server. Resolves with whether there was something. */
export async function forgetSignIn(
	config: McpServerConfig,
	homeDir: string,
	clock: ClockPort,
): Promise<boolean> {
	const store = new SignInFile(signInFile(homeDir), clock);
	const key = pinKey(config);
	if ((await store.get(key)) === undefined) return false;
	await store.exclusive(key, () => store.delete(key));
	return true;
}
