// A worker that plays a model's server: each script (a list of answers, each with its kind) is served at once, and
// the time between an answer's last byte and the arrival of the next request goes back with the answer's kind. As in
// ../sseModel.mjs, but for one script after the other.
import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

const chunkChars = 64;
let answers = [];
let served = 0;
let gaps = [];
/** of the answer before: its kind, and when its last byte went out */
let last;
let requestBytes = 0;

parentPort.on("message", (script) => {
	answers = script;
	served = 0;
	gaps = [];
	last = undefined;
});

const server = createServer((request, response) => {
	const arrivedAt = performance.now();
	requestBytes = 0;
	request.on("data", (bytes) => {
		requestBytes += bytes.length;
	});
	request.on("end", () => {
		if (request.method !== "POST") response.writeHead(404).end("{}");
		else answer(response, arrivedAt);
	});
});

function answer(response, arrivedAt) {
	const next = answers[served++];
	if (next === undefined) {
		response.writeHead(400).end(JSON.stringify({ error: { message: "The script is over." } }));
		return;
	}
	if (last !== undefined) gaps.push({ kind: last.kind, ms: arrivedAt - last.endedAt });
	const { kind, text } = next;
	response.writeHead(200, { "content-type": "text/event-stream" });
	for (let at = 0; at < text.length; at += chunkChars) {
		response.write(
			event([{ index: 0, delta: { content: text.slice(at, at + chunkChars) }, finish_reason: null }]),
		);
	}
	response.write(event([{ index: 0, delta: {}, finish_reason: "stop" }]));
	response.write(event([], usageOf(text)));
	response.end("data: [DONE]\n\n", () => {
		last = { kind, endedAt: performance.now() };
		if (served === answers.length) parentPort.postMessage({ gaps, requestBytes });
	});
}

function usageOf(text) {
	const promptTokens = Math.ceil(requestBytes / 4);
	const completionTokens = Math.ceil(text.length / 4);
	return {
		prompt_tokens: promptTokens,
		completion_tokens: completionTokens,
		total_tokens: promptTokens + completionTokens,
	};
}

function event(choices, usage) {
	const head = { id: "x", object: "chat.completion.chunk", created: 0, model: "bench" };
	return `data: ${JSON.stringify({ ...head, choices, usage })}\n\n`;
}

server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
