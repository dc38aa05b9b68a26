import type { McpHubOptions } from "@services/mcp/McpHubOptions";
import { memoryOAuthStore, type OAuthStore } from "@services/mcp/oauth/OAuthStore";
import type { McpServerState } from "@shared/mcp";
import { expect, it, onTestFinished } from "vitest";
import { type NotesServer, pressButton, startNotesServer } from "../support/notesServer";
import { startHttpServer } from "./support/httpServer";
import { connect, createHub, globalServer, stateOf, until } from "./support/startHub";

type Fetch = typeof globalThis.fetch;

const isConnected = (state: McpServerState) => state.status === "connected" && !state.needsSignIn;

async function startNotes(): Promise<NotesServer> {
	const server = await startNotesServer();
	onTestFinished(() => server.stop());
	return server;
}

/** A window whose person approves every page, and the pages that they saw. */
async function openWindow(
	url: string,
	more: Partial<McpHubOptions> = {},
	store = memoryOAuthStore(),
	oauth = {},
) {
	const pages: URL[] = [];
	const openBrowser = async (page: string) => {
		pages.push(new URL(page));
		pressButton(page, "approve").catch(() => undefined);
		return true;
	};
	const hub = createHub({ signIn: { store, openBrowser }, ...more });
	const state = await connect(hub, globalServer("notes", { url, oauth }));
	return { hub, pages, state };
}

/** The real one, but for the metadata of the authorization server. */
function lyingFetch(change: (metadata: Record<string, unknown>) => Record<string, unknown>): Fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		if (!String(input).includes("oauth-authorization-server")) return response;
		return Response.json(change((await response.json()) as Record<string, unknown>));
	};
}

it.each(["application/json", "text/event-stream"])(
	"takes in no more of an endless answer (%s) than an answer may be long",
	async (type) => {
		const server = await startNotes();
		const chunk = new Uint8Array(1024 * 1024).fill(0x20);
		let sent = 0;
		const endless: Fetch = async (input, init) => {
			if (!String(input).includes("oauth-authorization-server")) return fetch(input, init);
			const body = new ReadableStream<Uint8Array>({
				pull(controller) {
					if (++sent > 64) controller.close();
					else controller.enqueue(chunk);
				},
			});
			return new Response(body, { headers: { "content-type": type } });
		};
		const { hub } = await openWindow(server.url, { fetch: endless });
		await expect(hub.signIns.signIn("notes")).rejects.toThrow("The sign-in failed");
		expect(sent).toBeLessThan(8);
	},
);

it("asks to be registered in a way that it can keep to, wherever that stands in the list", async () => {
	const server = await startNotes();
	// Keycloak's own order
	const methods = ["private_key_jwt", "client_secret_basic", "client_secret_post", "tls_client_auth"];
	const registered: unknown[] = [];
	const strict = lyingFetch((metadata) => ({ ...metadata, token_endpoint_auth_methods_supported: methods }));
	const noting: Fetch = async (input, init) => {
		if (String(input).endsWith("/register")) registered.push(JSON.parse(String(init?.body)));
		return strict(input, init);
	};
	const { hub } = await openWindow(server.url, { fetch: noting });
	await hub.signIns.signIn("notes").catch(() => undefined);
	expect(registered).toEqual([
		expect.objectContaining({ token_endpoint_auth_method: "client_secret_basic" }),
	]);
});

it("opens the page for more rights also when the token was renewed since they were missed", async () => {
	const server = await startNotes();
	const { hub, pages } = await openWindow(server.url);
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	await expect(hub.callTool("notes", "write", {})).rejects.toThrow("sign in");
	server.auth.expire();
	await hub.callTool("notes", "read", {});
	expect(stateOf(hub, "notes").needsSignIn).toBe(true);
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	expect(pages).toHaveLength(2);
	expect(await hub.callTool("notes", "write", {})).toMatchObject({ isError: false });
});

it("keeps the rights that were given when it asks for those that a server names alone", async () => {
	const server = await startNotes();
	const terse: Fetch = async (input, init) => {
		const response = await fetch(input, init);
		const challenge = response.headers.get("www-authenticate");
		if (response.status !== 403 || challenge === null) return response;
		const headers = { "www-authenticate": challenge.replace("notes:read ", "") };
		return new Response(null, { status: 403, headers });
	};
	const { hub, pages } = await openWindow(server.url, { fetch: terse });
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	await expect(hub.callTool("notes", "write", {})).rejects.toThrow("sign in");
	await hub.signIns.signIn("notes");
	await until(hub, "notes", isConnected);
	expect(pages[1]?.searchParams.get("scope")?.split(" ")).toEqual(["notes:read", "notes:write+all"]);
});

it("asks for what the person's entry says, not for all that a server offers", async () => {
	const server = await startNotes();
	const offering: Fetch = async (input, init) => {
		const response = await fetch(input, init);
		if (!String(input).includes("oauth-protected-resource")) return response;
		const metadata = (await response.json()) as object;
		return Response.json({ ...metadata, scopes_supported: ["notes:read", "notes:admin"] });
	};
	const terse: Fetch = async (input, init) => {
		const response = await offering(input, init);
		if (response.status !== 401) return response;
		return new Response(null, { status: 401, headers: { "www-authenticate": "Bearer" } });
	};
	const { hub, pages } = await openWindow(server.url, { fetch: terse }, undefined, { scope: "notes:read" });
	await hub.signIns.signIn("notes");
	expect(pages[0]?.searchParams.get("scope")).toBe("notes:read");
});

it("can be cancelled while the host still looks for the address to come back to", async () => {
	const server = await startNotes();
	let asked = () => {};
	const isAsked = new Promise<void>((resolve) => {
		asked = resolve;
	});
	const callbackAddress = () => {
		asked();
		return new Promise<string>(() => {});
	};
	const hub = createHub({
		signIn: { store: memoryOAuthStore(), openBrowser: async () => true, callbackAddress },
	});
	await connect(hub, globalServer("notes", { url: server.url }));
	const ended = expect(hub.signIns.signIn("notes")).rejects.toThrow("cancelled");
	await isAsked;
	hub.signIns.cancel("notes");
	await ended;
});

it("says that there is no sign-in at a server that only wants a key", async () => {
	const url = await startHttpServer((_request, response) => {
		response.writeHead(401).end("no key");
		return undefined;
	});
	const { hub } = await openWindow(url);
	await expect(hub.signIns.signIn("notes")).rejects.toMatchObject({
		message: expect.stringMatching(/offers no sign-in/),
		hint: expect.stringContaining('"headers"'),
	});
});

it("takes a code from none but the authorization server that it found, whatever that calls itself", async () => {
	const server = await startNotes();
	let exchanged = 0;
	const mixed = lyingFetch((metadata) => ({ ...metadata, issuer: "https://honest.example/" }));
	const counting: Fetch = async (input, init) => {
		if (String(input).endsWith("/token")) exchanged++;
		return mixed(input, init);
	};
	const openBrowser = async (page: string) => {
		const { searchParams } = new URL(page);
		const back = new URL(searchParams.get("redirect_uri") ?? "");
		back.search = new URLSearchParams({
			code: "of the honest one",
			state: searchParams.get("state") ?? "",
			iss: "https://honest.example",
		}).toString();
		fetch(back).catch(() => undefined);
		return true;
	};
	const hub = createHub({ fetch: counting, signIn: { store: memoryOAuthStore(), openBrowser } });
	await connect(hub, globalServer("notes", { url: server.url }));
	await expect(hub.signIns.signIn("notes")).rejects.toThrow("another authorization server");
	expect(exchanged).toBe(0);
});

it("does not let a renewal of another window undo a sign-out", async () => {
	const server = await startNotes();
	const order: string[] = [];
	const store = memoryOAuthStore();
	const watched: OAuthStore = {
		...store,
		exclusive: (key, work) =>
			store.exclusive(key, async () => {
				order.push("locked");
				const result = await work();
				order.push("free");
				return result;
			}),
		delete: async (key) => {
			order.push("delete");
			await store.delete(key);
		},
	};
	const hub = createHub({ signIn: { store: watched, openBrowser: async () => true } });
	hub.setConfigs({ servers: [globalServer("notes", { url: server.url, disabled: true })], problems: [] });
	await hub.signIns.signOut("notes");
	expect(order).toEqual(["locked", "delete", "free"]);
});
