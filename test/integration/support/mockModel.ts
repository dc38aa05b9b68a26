import {
	Agent,
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	request,
	type Server,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { type Fixture, LLMock } from "@copilotkit/aimock";

/** One answer of the scripted model. A plain string is `{ text }`. */
export interface ScriptedResponse {
	/** what the model writes; with `status` ≥ 400 the error's message; with an own content type the whole body */
	readonly text?: string;
	readonly reasoning?: string;
	readonly toolCalls?: readonly { readonly id?: string; readonly name: string; readonly arguments: string }[];
	/** characters a delta; default 20 */
	readonly chunkSize?: number;
	/** wait before each delta */
	readonly latencyMs?: number;
	readonly status?: number;
	/** code and type of an error */
	readonly errorCode?: string;
	/** set on the response; a `content-type` (in lower case) replaces the wire format by `text` as it is */
	readonly headers?: Readonly<Record<string, string>>;
	/** the connection breaks after exactly so many characters of `text` */
	readonly cutAfterChars?: number;
	/** the connection breaks after so many pieces (of `chunkSize`) of the calls' arguments */
	readonly cutAfterCallPieces?: number;
	/** so many pieces of the calls' arguments arrive, then the answer ends as if that were all */
	readonly keptCallPieces?: number;
	/** headers and `cutAfterChars` characters (default: nothing at all) are sent, then silence for ever */
	readonly hang?: true;
	/** in OpenAI's words: "stop", "length", "tool_calls", "content_filter" */
	readonly finishReason?: string;
	/** in the wire's words; `cost` and details show up at `openRouterBaseUrl` only */
	readonly usage?: Readonly<Record<string, unknown>>;
}

export interface MockRequest {
	readonly path: string;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: Record<string, unknown>;
}

export interface MockModel {
	/** ends in /v1 */
	readonly openaiBaseUrl: string;
	/** ends in /api/v1: answers carry OpenRouter's usage (cost, cached tokens) */
	readonly openRouterBaseUrl: string;
	readonly anthropicBaseUrl: string;
	/** appends to the queue; each completion request takes the next answer, whichever wire format it speaks */
	script(responses: readonly (string | ScriptedResponse)[]): void;
	/** completion requests so far, oldest first */
	requests(): readonly MockRequest[];
	/** answers not yet taken */
	remaining(): number;
	stop(): Promise<void>;
}

const completionPaths = /\/(chat\/completions|messages)$/;

/**
 * A model on 127.0.0.1 that answers from a script. aimock writes the wire formats; the proxy before it deals out the
 * script and makes the faults that aimock cannot: a cut at an exact character, silence, a foreign content type.
 * A request beyond the script gets a 400, so that a test fails instead of waiting.
 */
export async function startMockModel(): Promise<MockModel> {
	const mock = new LLMock({ port: 0, host: "127.0.0.1", journalMaxEntries: 1 });
	await mock.start();
	const queue: ScriptedResponse[] = [];
	const journal: MockRequest[] = [];
	const agent = new Agent({ keepAlive: true });
	let served = 0;

	const server = createServer((incoming, outgoing) => {
		serve(incoming, outgoing).catch(() => outgoing.destroy());
	});

	async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const body = await bodyOf(incoming);
		const path = incoming.url ?? "/";
		if (!completionPaths.test(path))
			return forward(incoming, outgoing, { body, context: "", port: mock.port, agent });
		journal.push({ path, headers: incoming.headers, body: JSON.parse(body) as Record<string, unknown> });
		const response = queue.shift() ?? { status: 400, text: "The mock's script is exhausted." };
		if (response.headers?.["content-type"] !== undefined) return answerAsIs(outgoing, response);
		if (response.hang && response.cutAfterChars === undefined) return;
		const context = `script-${served++}`;
		mock.prependFixture(fixtureOf(response, context));
		return forward(incoming, outgoing, { body, context, port: mock.port, agent, response });
	}

	const port = await listen(server);
	return {
		openaiBaseUrl: `http://127.0.0.1:${port}/v1`,
		openRouterBaseUrl: `http://127.0.0.1:${port}/api/v1`,
		anthropicBaseUrl: `http://127.0.0.1:${port}`,
		script: (responses) => {
			queue.push(...responses.map((item) => (typeof item === "string" ? { text: item } : item)));
		},
		requests: () => journal,
		remaining: () => queue.length,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			agent.destroy();
			await mock.stop();
		},
	};
}

function fixtureOf(response: ScriptedResponse, context: string): Fixture {
	const { latencyMs = 0, chunkSize = 20 } = response;
	return { match: { context }, response: bodyResponse(response), latency: latencyMs, chunkSize };
}

function bodyResponse(response: ScriptedResponse): Fixture["response"] {
	const { text = "", status = 200, errorCode, toolCalls, reasoning, finishReason, usage } = response;
	if (status >= 400) return { error: { message: text, type: errorCode, code: errorCode }, status };
	const extras = { reasoning, finishReason, usage };
	const content = response.cutAfterChars === undefined ? text : text.slice(0, response.cutAfterChars);
	if (toolCalls === undefined) return { content, ...extras };
	return { content, toolCalls: toolCalls.map((call) => ({ ...call })), ...extras };
}

function answerAsIs(outgoing: ServerResponse, { status = 200, headers, text = "" }: ScriptedResponse): void {
	outgoing.writeHead(status, headers);
	outgoing.end(text);
}

/** Without the headers that belong to one connection only. */
function endToEnd({
	connection,
	host,
	"transfer-encoding": encoding,
	...rest
}: IncomingHttpHeaders): IncomingHttpHeaders {
	return rest;
}

/** So that a header of the script replaces aimock's own, however it is written. */
function lowerCased(headers: ScriptedResponse["headers"] = {}): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

interface Forwarding {
	readonly body: string;
	readonly context: string;
	readonly port: number;
	readonly agent: Agent;
	readonly response?: ScriptedResponse;
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, options: Forwarding): Promise<void> {
	const { body, context, port, response } = options;
	const headers = {
		...endToEnd(incoming.headers),
		"content-length": Buffer.byteLength(body),
		"x-aimock-context": context,
	};
	return new Promise((resolve, reject) => {
		const upstream = request({
			host: "127.0.0.1",
			port,
			path: incoming.url,
			method: incoming.method,
			headers,
		});
		upstream.on("error", reject);
		upstream.on("response", (answer) => {
			outgoing.writeHead(answer.statusCode ?? 500, {
				...endToEnd(answer.headers),
				...lowerCased(response?.headers),
			});
			outgoing.flushHeaders();
			const fault = response === undefined ? undefined : faultOf(response);
			if (fault === undefined) answer.pipe(outgoing);
			else pipeWithFault(answer, outgoing, fault);
			answer.on("close", resolve);
		});
		outgoing.on("close", () => upstream.destroy());
		upstream.end(body);
	});
}

/** The first event after the last piece of text: OpenAI's finish reason, Anthropic's end of the block. */
const endEvent = /"finish_reason":"|"type":"content_block_stop"/;

/** An event that brings a piece of a call's arguments, in either wire format. */
const callPiece = /"arguments":"[^"]|"type":"input_json_delta"/;

interface Fault {
	/** the first event that is lost */
	isLost(event: string): boolean;
	/** what happens then: the connection breaks or hangs, or only this event is left out */
	readonly ending: "break" | "hang" | "go_on";
}

function faultOf({
	cutAfterChars,
	cutAfterCallPieces,
	keptCallPieces,
	hang,
}: ScriptedResponse): Fault | undefined {
	const ending = hang === true ? "hang" : "break";
	if (cutAfterChars !== undefined) return { isLost: (event) => endEvent.test(event), ending };
	const kept = cutAfterCallPieces ?? keptCallPieces;
	if (kept === undefined) return undefined;
	let pieces = 0;
	const isLost = (event: string) => callPiece.test(event) && ++pieces > kept;
	return { isLost, ending: keptCallPieces === undefined ? ending : "go_on" };
}

/** Passes events on but for what the fault takes. */
function pipeWithFault(answer: IncomingMessage, outgoing: ServerResponse, { isLost, ending }: Fault): void {
	let pending = "";
	let isOver = false;
	answer.setEncoding("utf8");
	answer.on("data", (data: string) => {
		pending += data;
		for (let end = pending.indexOf("\n\n"); end >= 0 && !isOver; end = pending.indexOf("\n\n")) {
			const event = pending.slice(0, end + 2);
			pending = pending.slice(end + 2);
			const lost = isLost(event);
			isOver = lost && ending !== "go_on";
			if (!lost) outgoing.write(event);
		}
		// the write before must reach the client: a destroyed socket drops what it has buffered
		if (isOver && ending === "break") setImmediate(() => outgoing.destroy());
	});
	answer.on("end", () => {
		if (ending === "go_on") outgoing.end(pending);
	});
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of incoming) pieces.push(piece as Buffer);
	return Buffer.concat(pieces).toString("utf8");
}

function listen(server: Server): Promise<number> {
	return new Promise((resolve) => {
		server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
	});
}
