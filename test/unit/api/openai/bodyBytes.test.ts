import { bodyBytes } from "@api/openai/bodyBytes";
import type { RequestBody } from "@api/openai/requestBody";
import { describe, expect, it } from "vitest";

const parsed = (body: RequestBody) => JSON.parse(new TextDecoder().decode(bodyBytes(body)));

describe("bodyBytes", () => {
	it("is the JSON of the body, whatever stands in it, the first time and later", () => {
		const messages: RequestBody["messages"] = [
			{ role: "system", content: 'a "quoted" \u2028 line\n' },
			{ role: "user", content: [{ type: "text", text: "ä😀" }] },
		];
		const body: RequestBody = { model: "m", messages, stream: true, stop: ["x"] };
		expect(parsed(body)).toEqual(body);
		expect(
			parsed({ ...body, messages: [...messages, { role: "user", content: "more" }] }).messages,
		).toHaveLength(3);
		expect(parsed({ model: "m", messages: [], stream: true })).toEqual({
			model: "m",
			messages: [],
			stream: true,
		});
	});

	it("holds no half of a surrogate pair", () => {
		const body: RequestBody = {
			model: "m",
			messages: [{ role: "user", content: "cut \ud83d" }],
			stream: true,
			stop: ["\ude00"],
		};
		expect(new TextDecoder().decode(bodyBytes(body))).not.toMatch(/\\ud/);
		expect(parsed(body)).toMatchObject({ messages: [{ content: "cut \ufffd" }], stop: ["\ufffd"] });
	});
});
