import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export interface RpcRequest {
	readonly id?: number;
	readonly method: string;
	readonly params?: Readonly<Record<string, unknown>>;
}

export type Answer = (
	request: RpcRequest,
	response: ServerResponse,
	headers: IncomingMessage["headers"],
) => Record<string, unknown> | undefined;

/** A streamable HTTP server that answers as `answer` says: a result, or `undefined` when it wrote the response itself. */
export async function startHttpServer(answer: Answer, port = 0): Promise<string> {
	const base = await startPlainServer((request, body, response) => {
		if (request.method !== "POST") return response.writeHead(405).end();
		const message: RpcRequest = JSON.parse(body);
		const result = answer(message, response, request.headers);
		if (result === undefined) return;
		if (message.id === undefined) return response.writeHead(202).end();
		response.setHeader("content-type", "application/json");
		response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
	}, port);
	return `${base}/mcp`;
}

/** An HTTP server on this machine (port 0: any that is free), ended with the test. Gives its address. */
export async function startPlainServer(
	answer: (request: IncomingMessage, body: string, response: ServerResponse) => unknown,
	port = 0,
): Promise<string> {
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		answer(request, body, response);
	}).listen(port, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return `http://127.0.0.1:${address.port}`;
}

/** What a well-behaved server with one tool says. */
export function plainAnswer({ method, params }: RpcRequest): Record<string, unknown> {
	if (method === "initialize") {
		return {
			protocolVersion: params?.protocolVersion,
			capabilities: { tools: {} },
			serverInfo: { name: "http", version: "1" },
		};
	}
	if (method === "tools/list") return { tools: [{ name: "say", inputSchema: { type: "object" } }] };
	if (method === "tools/call") return { content: [{ type: "text", text: "said" }] };
	return {};
}
