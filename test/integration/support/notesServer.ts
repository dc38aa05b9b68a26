import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { MemoryAuthProvider } from "./MemoryAuthProvider";

export interface NotesServer {
	/** of the MCP endpoint */
	readonly url: string;
	readonly auth: MemoryAuthProvider;
	/** what happened, in order: "401", "signed in for notes:read", "read", "refreshed" … */
	readonly log: readonly string[];
	/** Authorization headers that came with requests to the endpoint */
	readonly tokens: readonly string[];
	stop(): Promise<void>;
}

interface AuthorizedRequest extends IncomingMessage {
	readonly auth?: AuthInfo;
	readonly body?: { readonly method?: string; readonly params?: { readonly name?: string } };
	readonly query: Readonly<Record<string, string>>;
}

/**
 * A real MCP server that lets nobody in without OAuth, and its authorization server, both of the SDK's own parts:
 * `read` needs the scope notes:read, `write` also "notes:write+all".
 */
export async function startNotesServer(host = "127.0.0.1"): Promise<NotesServer> {
	// the SDK reads it when it is loaded; without it an issuer without https has to be 127.0.0.1
	if (host !== "127.0.0.1") process.env.MCP_DANGEROUSLY_ALLOW_INSECURE_ISSUER_URL = "true";
	const { getOAuthProtectedResourceMetadataUrl, mcpAuthRouter } = await import(
		"@modelcontextprotocol/sdk/server/auth/router.js"
	);
	let app: RequestListener | undefined;
	const http = createServer((request, response) => app?.(request, response)).listen(0, host);
	await once(http, "listening");
	const address = http.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	const base = new URL(`http://${host}:${address.port}`);
	// an address whose query a careless browser opener would change
	const url = new URL("/mcp?team=a%26b", base);
	const log: string[] = [];
	const tokens: string[] = [];
	const auth = new MemoryAuthProvider(url.href, (words) => log.push(words));
	const notes = ["Buy milk"];
	const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(url);
	const handler = createMcpExpressApp({ host, allowedHosts: [host] });
	handler.use((request: AuthorizedRequest, response: ServerResponse, next: () => void) => {
		const isMcp = request.url?.startsWith("/mcp") === true;
		if (isMcp && request.headers.authorization) tokens.push(request.headers.authorization);
		response.on("finish", () => isMcp && response.statusCode >= 401 && log.push(String(response.statusCode)));
		next();
	});
	const rateLimit = false;
	handler.use(
		mcpAuthRouter({
			provider: auth,
			issuerUrl: base,
			resourceServerUrl: url,
			authorizationOptions: { rateLimit },
			tokenOptions: { rateLimit },
			clientRegistrationOptions: { rateLimit },
		}),
	);
	handler.post("/consent", (request: AuthorizedRequest, response: ServerResponse) => {
		const { id = "", decision = "" } = request.query;
		log.push(decision);
		response.writeHead(302, { location: auth.decide(id, decision) }).end();
	});
	const guard = requireBearerAuth({
		verifier: auth,
		requiredScopes: ["notes:read"],
		resourceMetadataUrl,
		expectedResource: url,
	});
	handler.use("/mcp", guard);
	handler.post("/mcp", async (request: AuthorizedRequest, response: ServerResponse) => {
		const isWrite = request.body?.method === "tools/call" && request.body.params?.name === "write";
		if (isWrite && !request.auth?.scopes.includes(writeScope)) {
			const challenge = `Bearer error="insufficient_scope", scope="notes:read ${writeScope}", resource_metadata="${resourceMetadataUrl}"`;
			response.writeHead(403, { "www-authenticate": challenge }).end();
			return;
		}
		const server = new McpServer({ name: "notes", version: "1.0.0" });
		const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
		server.registerTool("read", { description: "Reads the notes." }, () => {
			log.push("read");
			return text(notes.join("\n"));
		});
		server.registerTool("write", { description: "Adds a note." }, () => {
			log.push("write");
			return text("Written.");
		});
		const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
		response.on("close", () => void server.close());
		// the SDK's transport does not match its own interface under exactOptionalPropertyTypes
		await server.connect(transport as Parameters<McpServer["connect"]>[0]);
		await transport.handleRequest(request, response, request.body);
	});
	handler.get("/mcp", (_request: AuthorizedRequest, response: ServerResponse) =>
		response.writeHead(405).end(),
	);
	app = handler;
	return {
		url: url.href,
		auth,
		log,
		tokens,
		async stop() {
			const closed = once(http, "close");
			http.close();
			http.closeAllConnections();
			await closed;
		},
	};
}

/** "+" and ":" are characters of scopes */
const writeScope = "notes:write+all";

/** A person's browser: sees the page and presses a button. Gives the text of the page that it ends at. */
export async function pressButton(page: string, decision: "approve" | "deny"): Promise<string> {
	const html = await (await fetch(page)).text();
	const action = html.match(/action="([^"]+)"/g)?.find((text) => text.includes(`decision=${decision}`));
	if (action === undefined) throw new Error(`The page has no such button:\n${html}`);
	const target = new URL(action.slice('action="'.length, -1), page);
	return (await fetch(target, { method: "POST" })).text();
}
