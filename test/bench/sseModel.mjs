// A worker that serves scripted OpenAI answers at once and notes the time between the last byte of an answer and the
// arrival of the next request: the engine's own share of a step, measured from outside.
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { answers } = workerData;
const gaps = [];
let served = 0;
let endedAt;

const server = createServer((request, response) => {
	const arrivedAt = performance.now();
	if (endedAt !== undefined) gaps.push(arrivedAt - endedAt);
	request.resume();
	request.on("end", () => {
		const text = answers[served++] ?? "";
		response.writeHead(200, { "content-type": "text/event-stream" });
		const send = (delta, finish = null) =>
			response.write(
				`data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 0, model: "bench", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
			);
		for (let index = 0; index < text.length; index += 64) send({ content: text.slice(index, index + 64) });
		send({}, "stop");
		response.end("data: [DONE]\n\n", () => {
			endedAt = performance.now();
			if (served === answers.length) parentPort.postMessage({ gaps });
		});
	});
});

server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
