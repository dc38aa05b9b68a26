import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testServer } from "@hosts/vscode/mcp/testServer";
import { ServerError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import type { McpHub } from "@services/mcp/McpHub";
import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryOAuthStore, type OAuthStore } from "@services/mcp/oauth/OAuthStore";
import type { McpServerState } from "@shared/mcp";
import { expect, it, onTestFinished } from "vitest";
import { createTempDir } from "../../unit/support/tempDir";
import { type NotesServer, pressButton, startNotesServer } from "../support/notesServer";
import { freePort } from "./support/everything";
import { realClock } from "./support/realClock";
import {
	connect,
	createHub,
	globalServer,
	hubOptions,
	projectServer,
	stateOf,
	until,
} from "./support/startHub";

const isConnected = (state: McpServerState) => state.status === "connected";
const wantsSignIn = (state: McpServerState) => state.status === "failed" && state.needsSignIn;

async function startNotes(): Promise<NotesServer> {
	const server = await startNotesServer();
	onTestFinished(() => server.stop());
	return server;
}

/** A person with a browser who presses that button on each page, and sees where it leads. */
function person(decision: "approve" | "deny" = "approve") {
	const opened: string[] = [];
	const seen: Promise<string>[] = [];
	const openBrowser = async (page: string) => {
		opened.push(page);
		const end = pressButton(page, decision);
		end.catch(() => undefined);
		seen.push(end);
		return true;
	};
	return { opened, seen, openBrowser };
}

/** One who looks at the page and does nothing. */
function idlePerson() {
	const opened: string[] = [];
	const openBrowser = async (page: string) => {
		opened.push(page);
		return true;
	};
	return { opened, openBrowser };
}

interface Window {
	readonly store?: OAuthStore;
	readonly openBrowser: (page: string) => Promise<boolean>;
	readonly more?: Partial<McpHubOptions>;
}

async function openWindow(server: NotesServer, { store = memoryOAuthStore(), openBrowser, more }: Window) {
	const hub = createHub({ signIn: { store, openBrowser }, ...more });
	const state = await connect(hub, globalServer("notes", { url: server.url }));
	return { hub, state };
}

async function signedIn(server: NotesServer, store = memoryOAuthStore()): Promise<McpHub> {
	const { hub } = await openWindow(server, { store, openBrowser: person().openBrowser });
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	return hub;
}

const read = (hub: McpHub) => hub.callTool("notes", "read", {});
const write = (hub: McpHub) => hub.callTool("notes", "write", {});

it("signs in on the server's page, and tells the browser that it worked", async () => {
	const server = await startNotes();
	const ada = person();
	const { hub, state } = await openWindow(server, ada);
	expect(state).toMatchObject({ status: "failed", needsSignIn: true, isSignedIn: false });
	expect(server.auth.counts.registered).toBe(0);
	await hub.signIns.signIn("notes");
	expect(await until(hub, "notes", isConnected)).toMatchObject({ needsSignIn: false, isSignedIn: true });
	expect(await ada.seen[0]).toContain("You are signed in.");
	expect(new URL(ada.opened[0] ?? "").searchParams.get("resource")).toBe(server.url);
	expect(await read(hub)).toMatchObject({ content: [{ kind: "text", text: "Buy milk" }] });
});

it("says in words that the person has refused, and lets them think again", async () => {
	const server = await startNotes();
	const answers: ("approve" | "deny")[] = ["deny", "approve"];
	const seen: Promise<string>[] = [];
	const openBrowser = async (page: string) => {
		seen.push(pressButton(page, answers.shift() ?? "approve"));
		return true;
	};
	const { hub } = await openWindow(server, { openBrowser });
	await expect(hub.signIns.signIn("notes")).rejects.toThrow(
		'The sign-in was refused in the browser. The server says: "You have chosen not to".',
	);
	expect(await seen[0]).toContain("it was refused");
	expect(stateOf(hub, "notes")).toMatchObject({ needsSignIn: true, isSignedIn: false, isSigningIn: false });
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
});

it("renews what has run out, once for two windows that come at once", async () => {
	const server = await startNotes();
	const store = memoryOAuthStore();
	const first = await signedIn(server, store);
	const { hub: second, state } = await openWindow(server, { store, openBrowser: idlePerson().openBrowser });
	expect(state.status).toBe("connected");
	server.auth.expire();
	const answers = await Promise.all([read(first), read(second), read(first), read(second)]);
	expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false]);
	expect(server.auth.counts).toMatchObject({ refreshed: 1, reused: 0 });
	// the refresh token is another one now, also for the window that did not ask for it
	server.auth.expire();
	expect(await read(second)).toMatchObject({ isError: false });
	server.auth.expire();
	expect(await read(first)).toMatchObject({ isError: false });
	expect(server.auth.counts).toMatchObject({ registered: 1, refreshed: 3, reused: 0 });
});

it("takes what a faster window has got, where no lock keeps the two apart", async () => {
	const server = await startNotes();
	server.auth.endsReusedFamilies = false;
	const store = memoryOAuthStore();
	const apart: OAuthStore = { ...store, exclusive: (_key, work) => work() };
	const faster = await signedIn(server, apart);
	const lateFetch: typeof globalThis.fetch = async (input, init) => {
		if (String(input).endsWith("/token")) await read(faster);
		return fetch(input, init);
	};
	const more = { fetch: lateFetch };
	const { hub } = await openWindow(server, { store: apart, openBrowser: idlePerson().openBrowser, more });
	server.auth.expire();
	expect(await read(hub)).toMatchObject({ isError: false });
	expect(server.auth.counts).toMatchObject({ refreshed: 1, reused: 1 });
});

it("asks for a new sign-in when nothing can be renewed, instead of trying for ever", async () => {
	const server = await startNotes();
	const hub = await signedIn(server);
	server.auth.revoke();
	await expect(read(hub)).rejects.toThrow("wants the user to sign in");
	expect(await until(hub, "notes", wantsSignIn)).toMatchObject({ isSignedIn: false, failedTries: 1 });
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	expect(await read(hub)).toMatchObject({ isError: false });
});

it("registers anew when the authorization server has forgotten it", async () => {
	const server = await startNotes();
	const hub = await signedIn(server);
	server.auth.clients.clear();
	server.auth.expire();
	await expect(read(hub)).rejects.toThrow("wants the user to sign in");
	await until(hub, "notes", wantsSignIn);
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	expect(server.auth.counts.registered).toBe(2);
});

it("tries again, and asks nobody, when the authorization server only has a fault", async () => {
	const server = await startNotes();
	const store = memoryOAuthStore();
	await (await signedIn(server, store)).stop();
	server.auth.expire();
	server.auth.refreshFault = new ServerError("out of order");
	const limits = { retryDelaysMs: [1, 60_000] };
	const hub = createHub({ signIn: { store, ...idlePerson() }, limits });
	hub.setConfigs({ servers: [globalServer("notes", { url: server.url })], problems: [] });
	const state = await until(hub, "notes", ({ failedTries }) => failedTries === 2);
	expect(state).toMatchObject({ status: "connecting", needsSignIn: false, isSignedIn: true });
	expect(state.reason).toMatch(
		/^Your sign-in could not be renewed: 127\.0\.0\.1:\d+ answered with HTTP 500\.$/,
	);
	server.auth.refreshFault = undefined;
	hub.restart("notes");
	await until(hub, "notes", isConnected);
});

it("lets the person give more rights while the server works on", async () => {
	const server = await startNotes();
	const hub = await signedIn(server);
	await expect(write(hub)).rejects.toThrow("sign in");
	expect(stateOf(hub, "notes")).toMatchObject({
		status: "connected",
		needsSignIn: true,
		reason: expect.stringContaining("rights that you have not given"),
	});
	expect(await read(hub)).toMatchObject({ isError: false });
	await hub.signIns.signIn("notes");
	expect(await until(hub, "notes", isConnected)).toMatchObject({ needsSignIn: false });
	expect(await write(hub)).toMatchObject({ isError: false });
});

it("shows the page again to whoever clicks twice, and both come to the same end", async () => {
	const server = await startNotes();
	const idle = idlePerson();
	const { hub } = await openWindow(server, idle);
	const first = hub.signIns.signIn("notes");
	await expect.poll(() => idle.opened.length).toBe(1);
	expect(stateOf(hub, "notes").isSigningIn).toBe(true);
	const second = hub.signIns.signIn("notes");
	await expect.poll(() => idle.opened.length).toBe(2);
	expect(idle.opened[1]).toBe(idle.opened[0]);
	await pressButton(idle.opened[0] ?? "", "approve");
	await Promise.all([first, second]);
	await until(hub, "notes", isConnected);
	expect(server.auth.counts.registered).toBe(1);
});

it("ends with the person's word and with the window, and nothing listens any more", async () => {
	const server = await startNotes();
	const idle = idlePerson();
	const { hub } = await openWindow(server, idle);
	const callback = () => new URL(idle.opened.at(-1) ?? "").searchParams.get("redirect_uri") ?? "";
	for (const end of [() => hub.signIns.cancel("notes"), () => void hub.stop()]) {
		const before = idle.opened.length;
		const cancelled = expect(hub.signIns.signIn("notes")).rejects.toThrow("The sign-in was cancelled.");
		await expect.poll(() => idle.opened.length).toBe(before + 1);
		end();
		await cancelled;
		await expect(fetch(callback())).rejects.toThrow("fetch failed");
	}
});

it("gives up with a signal that was there before", async () => {
	const server = await startNotes();
	const { hub } = await openWindow(server, idlePerson());
	await expect(hub.signIns.signIn("notes", AbortSignal.abort())).rejects.toThrow("cancelled");
});

it("takes the address by hand where the browser cannot reach this machine", async () => {
	const server = await startNotes();
	const idle = idlePerson();
	const { hub } = await openWindow(server, idle);
	const done = hub.signIns.signIn("notes");
	await expect.poll(() => idle.opened.length).toBe(1);
	const page = idle.opened[0] ?? "";
	const id = /id=([\w-]+)/.exec(await (await fetch(page)).text())?.[1] ?? "";
	const address = server.auth.decide(id, "approve");
	expect(() => hub.signIns.accept("notes", "hello")).toThrow("not the address that the sign-in ended at");
	expect(() => hub.signIns.accept("notes", address.replace(/state=.*/, "state=x"))).toThrow(
		"another sign-in",
	);
	hub.signIns.accept("notes", ` ${address}\n`);
	await done;
	await until(hub, "notes", isConnected);
	expect(() => hub.signIns.accept("notes", address)).toThrow("No sign-in waits");
});

it("comes back to the address under which the person's browser reaches this machine", async () => {
	const server = await startNotes();
	const idle = idlePerson();
	const callbackAddress = async (loopback: string) => loopback.replace("/callback", "/proxy/7/callback");
	const hub = createHub({ signIn: { store: memoryOAuthStore(), ...idle, callbackAddress } });
	await connect(hub, globalServer("notes", { url: server.url }));
	const done = hub.signIns.signIn("notes");
	await expect.poll(() => idle.opened.length).toBe(1);
	expect(new URL(idle.opened[0] ?? "").searchParams.get("redirect_uri")).toContain("/proxy/7/callback");
	await pressButton(idle.opened[0] ?? "", "approve");
	await done;
	await until(hub, "notes", isConnected);
});

it("signs out: nothing is kept, nothing is sent, and the server asks again", async () => {
	const server = await startNotes();
	const store = memoryOAuthStore();
	const keys: string[] = [];
	const watched: OAuthStore = {
		...store,
		set: (key, value) => {
			keys.push(key);
			return store.set(key, value);
		},
	};
	const hub = await signedIn(server, watched);
	const sent = server.tokens.length;
	await hub.signIns.signOut("notes");
	expect(await until(hub, "notes", wantsSignIn)).toMatchObject({ isSignedIn: false });
	expect(server.tokens.length - sent).toBeLessThanOrEqual(1); // the session's own end
	expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(keys.map(() => undefined));
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
});

it("forgets the sign-in of a server that is removed or renamed", async () => {
	const server = await startNotes();
	const store = memoryOAuthStore();
	const globalFile = join(createTempDir("kiln-sign-in"), "mcp.json");
	writeFileSync(globalFile, JSON.stringify({ mcpServers: { notes: { url: server.url } } }));
	await signedIn(server, store);
	const files = new McpConfigFiles({ globalFile, roots: () => [], clock: realClock });
	const hub = createHub({ signIn: { store, ...idlePerson() }, files });
	await hub.start();
	await until(hub, "notes", isConnected);
	await hub.settings.renameServer("notes", "other");
	await hub.settings.renameServer("other", "notes");
	expect(await until(hub, "notes", wantsSignIn)).toMatchObject({ isSignedIn: false });
	await signedIn(server, store);
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	await hub.settings.removeServer("notes");
	const { state } = await openWindow(server, { store, ...idlePerson() });
	expect(state).toMatchObject({ needsSignIn: true, isSignedIn: false });
});

it("ends at once when it is cancelled, though nobody has said whether the page may be opened", async () => {
	const server = await startNotes();
	let asked = () => {};
	const isAsked = new Promise<void>((resolve) => {
		asked = resolve;
	});
	const openBrowser = () => {
		asked();
		return new Promise<boolean>(() => {});
	};
	const { hub } = await openWindow(server, { openBrowser });
	const cancelled = expect(hub.signIns.signIn("notes")).rejects.toThrow("cancelled");
	await isAsked;
	hub.signIns.cancel("notes");
	await cancelled;
});

it("joins a sign-in of another window without a page of its own", async () => {
	const server = await startNotes();
	const store = memoryOAuthStore();
	const idle = idlePerson();
	const { hub } = await openWindow(server, { store, ...idle });
	await signedIn(server, store);
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	expect(idle.opened).toEqual([]);
});

it("shows no token in any state or log", async () => {
	const server = await startNotes();
	const said: string[] = [];
	const note = (words: string) => void said.push(words);
	const log = { debug: note, info: note, warn: note, error: note };
	const { hub } = await openWindow(server, { openBrowser: person().openBrowser, more: { log } });
	hub.onDidChange(() => said.push(JSON.stringify(hub.servers())));
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	server.auth.expire();
	await read(hub);
	await expect(write(hub)).rejects.toThrow();
	server.auth.revoke();
	await read(hub).catch(note);
	await until(hub, "notes", wantsSignIn);
	expect(said.join("\n")).not.toMatch(/access-|refresh-|code=|code_verifier/);
});

it("offers no sign-in where the entry has a key of its own", async () => {
	const server = await startNotes();
	const hub = createHub({ signIn: { store: memoryOAuthStore(), ...idlePerson() } });
	const entry = { url: server.url, headers: { Authorization: "Bearer out-of-date" } };
	expect(await connect(hub, globalServer("notes", entry))).toMatchObject({
		status: "failed",
		needsSignIn: false,
		reason: "It refused the key or account in its entry (HTTP 401).",
	});
	await expect(hub.signIns.signIn("notes")).rejects.toThrow("its entry has a key or an account of its own");
});

it("hands no page to the operating system that is none of the web", async () => {
	const server = await startNotes();
	const idle = idlePerson();
	const lying: typeof globalThis.fetch = async (input, init) => {
		const response = await fetch(input, init);
		if (!String(input).includes("oauth-authorization-server")) return response;
		const metadata: unknown = await response.json();
		return Response.json({ ...(metadata as object), authorization_endpoint: "vscode://evil.extension/run" });
	};
	const { hub } = await openWindow(server, { ...idle, more: { fetch: lying } });
	await expect(hub.signIns.signIn("notes")).rejects.toThrow("names no web page to sign in");
	expect(idle.opened).toEqual([]);
});

it("comes back to the port that the entry names, and says when that is taken", async () => {
	const server = await startNotes();
	const port = await freePort();
	const idle = idlePerson();
	const hub = createHub({ signIn: { store: memoryOAuthStore(), ...idle } });
	await connect(hub, globalServer("notes", { url: server.url, oauth: { redirectPort: port } }));
	const done = hub.signIns.signIn("notes");
	await expect.poll(() => idle.opened.length).toBe(1);
	expect(new URL(idle.opened[0] ?? "").searchParams.get("redirect_uri")).toBe(
		`http://127.0.0.1:${port}/callback`,
	);
	const other = createHub({ signIn: { store: memoryOAuthStore(), ...idle } });
	await connect(other, globalServer("notes", { url: server.url, oauth: { redirectPort: port } }));
	await expect(other.signIns.signIn("notes")).rejects.toThrow(`port ${port}`);
	await pressButton(idle.opened[0] ?? "", "approve");
	await done;
	await until(hub, "notes", isConnected);
});

it("says what is in the way of a sign-in", async () => {
	const server = await startNotes();
	const hub = createHub({ signIn: { store: memoryOAuthStore(), ...idlePerson() } });
	const off = globalServer("off", { url: server.url, disabled: true });
	const waiting = projectServer("waiting", "/", { url: server.url });
	const program = globalServer("program", { command: "no-such-program" });
	hub.setConfigs({ servers: [off, waiting, program], problems: [] });
	await expect(hub.signIns.signIn("off")).rejects.toThrow("it is switched off");
	await expect(hub.signIns.signIn("waiting")).rejects.toThrow("it waits for your consent");
	await expect(hub.signIns.signIn("program")).rejects.toThrow("it has no address");
});

it("tests an entry with the sign-in that the person has there", async () => {
	const server = await startNotes();
	const store = memoryOAuthStore();
	const tested = { name: "notes", scope: { kind: "global" } as const, entry: { url: server.url } };
	const options = { ...hubOptions(), signIn: { store, ...idlePerson() } };
	const surroundings = { servers: () => [], signal: new AbortController().signal };
	expect(await testServer(options, tested, surroundings)).toMatchObject({
		ok: false,
		message: "The server is there and wants you to sign in.",
	});
	await signedIn(server, store);
	expect(await testServer(options, tested, surroundings)).toMatchObject({
		ok: true,
		tools: ["read", "write"],
	});
});
