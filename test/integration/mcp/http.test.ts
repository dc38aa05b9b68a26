import { memoryOAuthStore } from "@services/mcp/oauth/OAuthStore";
import { beforeEach, describe, expect, it } from "vitest";
import { freePort, startEverythingOn } from "./support/everything";
import { plainAnswer, startHttpServer, startPlainServer } from "./support/httpServer";
import { connect, createHub, globalServer, stateOf, until } from "./support/startHub";

const limits = { retryDelaysMs: [1, 1, 1, 1, 1] };

it("sends the entry's headers, with variables of the machine", async () => {
	const seen = new Set<unknown>();
	const url = await startHttpServer((request, _response, headers) => {
		seen.add(headers["x-api-key"]);
		return plainAnswer(request);
	});
	const hub = createHub({ variable: (name) => (name === "MY_KEY" ? "s3cret" : undefined) });
	const state = await connect(hub, globalServer("web", { url, headers: { "X-Api-Key": `\${env:MY_KEY}` } }));
	expect(state).toMatchObject({ status: "connected", transport: "streamable-http" });
	expect([...seen]).toEqual(["s3cret"]);
});

it("finds a server again that was out of reach, when the next turn begins", async () => {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}/mcp`;
	const hub = createHub({ limits: { ...limits, recoverAfterMs: 0 } });
	expect(await connect(hub, globalServer("web", { url }))).toMatchObject({
		status: "failed",
		reason: expect.stringMatching(/fetch failed.* It was started 6 times\.$/),
	});
	await expect(hub.callTool("web", "say", {})).rejects.toMatchObject({ code: "mcp_not_connected" });
	await until(hub, "web", (state) => state.status === "failed");
	await startHttpServer(plainAnswer, port);
	await hub.ready(10_000);
	expect(await hub.callTool("web", "say", {})).toMatchObject({ isError: false });
});

it("leaves a server alone that refused it", async () => {
	let tries = 0;
	const url = await startHttpServer((_request, response) => {
		tries++;
		response.writeHead(400).end("no");
		return undefined;
	});
	const hub = createHub({ limits: { ...limits, recoverAfterMs: 0 } });
	const entry = { url, type: "streamable-http" };
	expect(await connect(hub, globalServer("web", entry))).toMatchObject({ status: "failed", failedTries: 1 });
	await hub.ready(10_000);
	expect(stateOf(hub, "web").status).toBe("failed");
	expect(tries).toBe(1);
});

describe("an answer of 50 MB", () => {
	const huge = "x".repeat(50_000_000);

	it.each(["application/json", "text/event-stream"])(
		"as %s is refused, and the connection goes on",
		async (type) => {
			let isHuge = true;
			const url = await startHttpServer((request, response) => {
				if (request.method !== "tools/call" || !isHuge) return plainAnswer(request);
				isHuge = false;
				const result = { content: [{ type: "text", text: huge }] };
				const message = JSON.stringify({ jsonrpc: "2.0", id: request.id, result });
				response.writeHead(200, { "content-type": type });
				response.end(type === "application/json" ? message : `event: message\ndata: ${message}\n\n`);
				return undefined;
			});
			const hub = createHub();
			await connect(hub, globalServer("web", { url }));
			await expect(hub.callTool("web", "say", {})).rejects.toMatchObject({
				code: "mcp_failed",
				message: expect.stringContaining("larger than 16 MB"),
			});
			expect(await hub.callTool("web", "say", {})).toMatchObject({
				content: [{ kind: "text", text: "said" }],
			});
		},
	);
});

it("begins anew when the server has forgotten the session", async () => {
	let sessions = 0;
	let isForgotten = false;
	const url = await startHttpServer((request, response) => {
		if (request.method === "initialize") response.setHeader("mcp-session-id", `session-${++sessions}`);
		if (request.method !== "tools/call" || !isForgotten) return plainAnswer(request);
		isForgotten = false;
		response.writeHead(404).end("no such session");
		return undefined;
	});
	const hub = createHub({ limits });
	await connect(hub, globalServer("web", { url, type: "streamable-http" }));
	isForgotten = true;
	await expect(hub.callTool("web", "say", {})).rejects.toMatchObject({ code: "mcp_not_connected" });
	await until(hub, "web", (state) => state.status === "connected");
	expect(await hub.callTool("web", "say", {})).toMatchObject({ isError: false });
	expect(sessions).toBe(2);
});

it("waits for a sign-in instead of opening a browser by itself", async () => {
	const opened: string[] = [];
	const url = await startHttpServer((_request, response) => {
		response.writeHead(401).end();
		return undefined;
	});
	const signIn = {
		store: memoryOAuthStore(),
		openBrowser: async (page: string) => {
			opened.push(page);
			return true;
		},
	};
	const hub = createHub({ signIn });
	const state = await connect(hub, globalServer("web", { url }));
	expect(state).toMatchObject({ status: "failed", needsSignIn: true, failedTries: 1 });
	expect(opened).toEqual([]);
});

it("says what both ways answered when neither works", async () => {
	const url = await startHttpServer((_request, response) => {
		response.writeHead(404).end("nothing here");
		return undefined;
	});
	const hub = createHub({ limits });
	const state = await connect(hub, globalServer("web", { url }));
	expect(state.status).toBe("failed");
	expect(state.reason).toMatch(/neither as streamable HTTP .*nothing here.* nor as SSE .*405/);
});

it("tries again while nobody listens, then says so", async () => {
	const hub = createHub({ limits });
	const state = await connect(hub, globalServer("web", { url: `http://127.0.0.1:${await freePort()}/mcp` }));
	expect(state).toMatchObject({ status: "failed", failedTries: 6 });
	expect(state.reason).toMatch(/6 times/);
	expect(stateOf(hub, "web").needsSignIn).toBe(false);
});

it.each(["streamableHttp", "sse"] as const)("comes back when the server does (%s)", async (kind) => {
	const port = await freePort();
	const first = await startEverythingOn(kind, port);
	const hub = createHub({ limits: { retryDelaysMs: Array.from({ length: 500 }, () => 20) } });
	await connect(hub, globalServer("web", { url: first.url }));
	await first.kill();
	await expect(hub.callTool("web", "echo", { message: "hi" })).rejects.toMatchObject({
		code: "mcp_not_connected",
	});
	expect(stateOf(hub, "web")).toMatchObject({ status: "connecting", reason: expect.any(String) });
	await startEverythingOn(kind, port);
	await until(hub, "web", (state) => state.status === "connected");
	expect(await hub.callTool("web", "echo", { message: "hi" })).toMatchObject({ isError: false });
});

describe("an answer that breaks off", () => {
	it.each([
		["its stream ends", false],
		["its connection is cut", true],
	])("is told at once, and the connection goes on: %s", async (_name, isCut) => {
		let isBroken = true;
		let starts = 0;
		const url = await startHttpServer((request, response) => {
			if (request.method === "initialize") starts++;
			if (request.method !== "tools/call" || !isBroken) return plainAnswer(request);
			isBroken = false;
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.write(": begun\n\n", () => (isCut ? response.destroy() : response.end()));
			return undefined;
		});
		const hub = createHub({ limits });
		await connect(hub, globalServer("web", { url }));
		await expect(hub.callTool("web", "say", {})).rejects.toMatchObject({
			code: "mcp_failed",
			message: expect.stringContaining('broke off before it answered tool "say"'),
		});
		expect(await hub.callTool("web", "say", {})).toMatchObject({ isError: false });
		expect(starts).toBe(1);
	});
});

it("begins anew when the server says with 400 that it does not know the session", async () => {
	let sessions = 0;
	let isForgotten = false;
	const url = await startHttpServer((request, response) => {
		if (request.method === "initialize") response.setHeader("mcp-session-id", `session-${++sessions}`);
		if (request.method !== "tools/call" || !isForgotten) return plainAnswer(request);
		isForgotten = false;
		const error = { code: -32_000, message: "Bad Request: No valid session ID provided" };
		response.writeHead(400, { "content-type": "application/json" });
		response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
		return undefined;
	});
	const hub = createHub({ limits });
	await connect(hub, globalServer("web", { url }));
	isForgotten = true;
	await expect(hub.callTool("web", "say", {})).rejects.toMatchObject({ code: "mcp_not_connected" });
	await until(hub, "web", (state) => state.status === "connected" && sessions === 2);
});

it("connects to a server that never ends its confirmations", async () => {
	const url = await startHttpServer((request, response) => {
		if (request.id !== undefined) return plainAnswer(request);
		response.writeHead(202, { "content-type": "text/plain" }).write("Accepted");
		return undefined;
	});
	const state = await connect(createHub(), globalServer("web", { url }));
	expect(state.status).toBe("connected");
});

describe("the entry's headers", () => {
	const headers = { "X-Api-Key": "s3cret" };
	let seen: unknown[] = [];
	beforeEach(() => {
		seen = [];
	});
	const stranger = () =>
		startPlainServer((request, _body, response) => {
			seen.push(request.headers["x-api-key"]);
			response.writeHead(404).end();
		});

	it("are not sent to where a redirect leads", async () => {
		const other = await stranger();
		const base = await startPlainServer((_request, _body, response) => {
			response.writeHead(307, { location: `${other}/mcp` }).end();
		});
		const state = await connect(createHub({ limits }), globalServer("web", { url: `${base}/mcp`, headers }));
		expect(state.status).toBe("failed");
		expect(seen).toEqual([]);
	});

	it("are not sent to the authorization server", async () => {
		const other = await stranger();
		const base = await startPlainServer((request, _body, response) => {
			if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
				response.writeHead(200, { "content-type": "application/json" });
				response.end(JSON.stringify({ resource: `${base}/mcp`, authorization_servers: [other] }));
			} else response.writeHead(request.url === "/mcp" ? 401 : 404).end();
		});
		const signIn = { store: memoryOAuthStore(), openBrowser: async () => true };
		const hub = createHub({ limits, signIn });
		await connect(hub, globalServer("web", { url: `${base}/mcp`, headers }));
		await expect(hub.signIns.signIn("web")).rejects.toThrow();
		expect(seen.length).toBeGreaterThan(0);
		expect(seen.filter(Boolean)).toEqual([]);
	});
});
