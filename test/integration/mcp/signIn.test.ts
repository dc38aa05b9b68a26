import { memoryOAuthStore } from "@services/mcp/oauth/OAuthStore";
import type { McpServerState } from "@shared/mcp";
import { expect, it } from "vitest";
import { startOAuthServer } from "./support/oauthServer";
import { connect, createHub, globalServer, stateOf, until } from "./support/startHub";

const isConnected = (state: McpServerState) => state.status === "connected";

/** A person whose browser goes where it is sent. */
function browser() {
	const opened: string[] = [];
	return {
		opened,
		openBrowser: async (page: string) => {
			opened.push(page);
			void fetch(page);
			return true;
		},
	};
}

it("signs in when the person asks, and needs no browser the next time", async () => {
	const server = await startOAuthServer();
	const store = memoryOAuthStore();
	const first = browser();
	const hub = createHub({ signIn: { store, openBrowser: first.openBrowser } });
	expect(await connect(hub, globalServer("web", { url: server.url }))).toMatchObject({
		status: "failed",
		needsSignIn: true,
	});
	// nothing but the question itself: no registration, no page
	expect(server.seen.filter((path) => path !== "/mcp")).toEqual([]);
	await hub.signIns.signIn("web");
	await until(hub, "web", isConnected);
	expect(first.opened).toHaveLength(1);
	expect(new URL(first.opened[0] ?? "").searchParams.get("code_challenge_method")).toBe("S256");
	await hub.stop();

	const second = browser();
	const again = createHub({ signIn: { store, openBrowser: second.openBrowser } });
	expect((await connect(again, globalServer("web", { url: server.url }))).status).toBe("connected");
	expect(second.opened).toEqual([]);
});

it("gives a server's tokens to no other address of that name", async () => {
	const [server, other] = [await startOAuthServer(), await startOAuthServer()];
	const signIn = { store: memoryOAuthStore(), ...browser() };
	const hub = createHub({ signIn });
	await connect(hub, globalServer("web", { url: server.url }));
	await hub.signIns.signIn("web");
	await until(hub, "web", isConnected);
	expect(await connect(hub, globalServer("web", { url: other.url }))).toMatchObject({ needsSignIn: true });
	expect(other.seen.filter((path) => path !== "/mcp")).toEqual([]);
});

it("asks for a new sign-in when a call finds the tokens worthless", async () => {
	const server = await startOAuthServer();
	const hub = createHub({ signIn: { store: memoryOAuthStore(), ...browser() } });
	await connect(hub, globalServer("web", { url: server.url }));
	await hub.signIns.signIn("web");
	await until(hub, "web", isConnected);
	server.revoke();
	await expect(hub.callTool("web", "say", {})).rejects.toMatchObject({
		code: "mcp_failed",
		message: expect.stringContaining("wants the user to sign in"),
	});
	expect(stateOf(hub, "web")).toMatchObject({ status: "failed", needsSignIn: true });
	await hub.signIns.signIn("web");
	await until(hub, "web", isConnected);
	expect(await hub.callTool("web", "say", {})).toMatchObject({ isError: false });
});

it("forgets everything on signing out, and gives up on a person who does not come back", async () => {
	const server = await startOAuthServer();
	const store = memoryOAuthStore();
	const signedIn = browser();
	const hub = createHub({ signIn: { store, openBrowser: signedIn.openBrowser }, limits: { signInMs: 50 } });
	await connect(hub, globalServer("web", { url: server.url }));
	await hub.signIns.signIn("web");
	await until(hub, "web", isConnected);
	await hub.signIns.signOut("web");
	await until(hub, "web", (state) => state.status === "failed" && state.needsSignIn);
	await hub.stop();

	const absent = createHub({ signIn: { store, openBrowser: async () => true }, limits: { signInMs: 50 } });
	await connect(absent, globalServer("web", { url: server.url }));
	await expect(absent.signIns.signIn("web")).rejects.toThrow("Nobody signed in within 0.1 s.");
});

it("waits for nobody in the browser once the hub has stopped, and starts nothing then", async () => {
	const server = await startOAuthServer();
	const signIn = { store: memoryOAuthStore(), openBrowser: async () => true };
	const hub = createHub({ signIn });
	await connect(hub, globalServer("web", { url: server.url }));
	const before = server.seen.length;
	const signingIn = hub.signIns.signIn("web");
	await expect.poll(() => server.seen.length).toBeGreaterThan(before);
	await hub.stop();
	await expect(signingIn).rejects.toMatchObject({ code: "mcp_failed" });
});
