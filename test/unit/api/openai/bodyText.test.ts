import { bodyText } from "@api/openai/bodyText";
import type { RequestBody } from "@api/openai/requestBody";
import { describe, expect, it } from "vitest";

describe("bodyText", () => {
	it("is the JSON of the body, whatever stands in it, the first time and later", () => {
		const messages: RequestBody["messages"] = [
			{ role: "system", content: 'a "quoted" \u2028 line\n' },
			{ role: "user", content: [{ type: "text", text: "ä😀" }] },
		];
		const body: RequestBody = { model: "m", messages, stream: true, stop: ["x"] };
		expect(JSON.parse(bodyText(body))).toEqual(body);
		expect(
			JSON.parse(bodyText({ ...body, messages: [...messages, { role: "user", content: "more" }] })).messages,
		).toHaveLength(3);
		expect(JSON.parse(bodyText({ model: "m", messages: [], stream: true }))).toEqual({
			model: "m",
			messages: [],
			stream: true,
		});
	});
});
