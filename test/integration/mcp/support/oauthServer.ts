import type { IncomingMessage, ServerResponse } from "node:http";
import { plainAnswer, type RpcRequest, startPlainServer } from "./httpServer";

export interface OAuthServer {
	/** of the MCP endpoint */
	readonly url: string;
	/** requests by path: "/register", "/token" … */
	readonly seen: string[];
	/** tokens given out so far are worth nothing any more */
	revoke(): void;
}

/** An MCP server and its authorization server in one: whoever comes with a browser is let in. */
export async function startOAuthServer(): Promise<OAuthServer> {
	const seen: string[] = [];
	let generation = 1;
	let base = "";
	const json = (response: ServerResponse, value: unknown) =>
		response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
	const pages: Record<string, (response: ServerResponse, query: URLSearchParams, body: string) => unknown> = {
		"/.well-known/oauth-protected-resource/mcp": (response) =>
			json(response, { resource: `${base}/mcp`, authorization_servers: [base] }),
		"/.well-known/oauth-authorization-server": (response) =>
			json(response, {
				issuer: base,
				authorization_endpoint: `${base}/authorize`,
				token_endpoint: `${base}/token`,
				registration_endpoint: `${base}/register`,
				response_types_supported: ["code"],
				code_challenge_methods_supported: ["S256"],
				token_endpoint_auth_methods_supported: ["none"],
			}),
		"/register": (response, _query, body) => json(response, { ...JSON.parse(body), client_id: "registered" }),
		"/authorize": (response, query) => {
			const back = `${query.get("redirect_uri")}?code=c0de&state=${query.get("state")}`;
			response.writeHead(302, { location: back }).end();
		},
		"/token": (response) => json(response, { access_token: `token-${generation}`, token_type: "Bearer" }),
	};
	const answer = (request: IncomingMessage, body: string, response: ServerResponse) => {
		const { pathname, searchParams } = new URL(request.url ?? "/", base);
		seen.push(pathname);
		const page = pages[pathname];
		if (page) return page(response, searchParams, body);
		if (pathname !== "/mcp") return response.writeHead(404).end();
		if (request.headers.authorization !== `Bearer token-${generation}`) return response.writeHead(401).end();
		if (request.method !== "POST") return response.writeHead(405).end();
		const message: RpcRequest = JSON.parse(body);
		if (message.id === undefined) return response.writeHead(202).end();
		return json(response, { jsonrpc: "2.0", id: message.id, result: plainAnswer(message) });
	};
	base = await startPlainServer(answer);
	return {
		url: `${base}/mcp`,
		seen,
		revoke: () => {
			generation++;
		},
	};
}
