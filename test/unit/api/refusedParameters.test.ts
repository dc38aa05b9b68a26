import { HttpFailure } from "@api/failureFacts";
import { refusedParameter, type WireFormat, withoutRefused } from "@api/refusedParameters";
import { describe, expect, it } from "vitest";

const body = { model: "m", temperature: 0.2, max_tokens: 100, stream_options: {}, stop: ["x"], thinking: {} };
const refused = (message: string, status = 400, format: WireFormat = "openai") =>
	refusedParameter(
		new HttpFailure(status, new Headers(), JSON.stringify({ error: { message } })),
		body,
		format,
	);

describe("which parameter a server refuses", () => {
	it.each([
		[
			"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
			"max_tokens",
		],
		[
			"Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
			"temperature",
		],
		["max_tokens is too large: 32768. This model supports at most 16384 completion tokens", "max_tokens"],
		["Unrecognized request argument supplied: stream_options", "stream_options"],
		["`temperature` may only be set to 1 when thinking is enabled.", "temperature"],
		["Unsupported parameter: 'stop' is not supported with this model.", "stop"],
	])("%s", (message, name) => {
		expect(refused(message)).toBe(name);
	});

	it.each([
		["`temperature` is deprecated for this model.", "temperature"],
		["thinking: Extra inputs are not permitted", "thinking"],
		["adaptive thinking is not supported on this model", "thinking"],
		["messages.1.content.0: Invalid `signature` in `thinking` block", undefined],
		["messages.1: The final block in an assistant message cannot be `thinking`.", undefined],
		["messages.3.content.0.type: Expected `thinking`, but found `tool_use`. It must start so.", undefined],
		[
			"max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens, must be lower",
			undefined,
		],
	])("Anthropic: %s", (message, name) => {
		expect(refused(message, 400, "anthropic")).toBe(name);
	});

	it.each([
		["This model's maximum context length is 8192 tokens; max_tokens is invalid here", 400],
		["input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000", 400],
		["You must stop sending invalid images", 400],
		["'temperature' is not supported", 500],
		["Unsupported parameter: 'top_k'", 400],
	])("none: %s", (message, status) => {
		expect(refused(message, status)).toBeUndefined();
	});

	it("reads Mistral's validation errors", () => {
		const detail = [
			{ type: "extra_forbidden", loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" },
		];
		const error = new HttpFailure(
			422,
			new Headers(),
			JSON.stringify({ object: "error", message: { detail } }),
		);
		expect(refusedParameter(error, body, "openai")).toBe("stream_options");
	});
});

describe("the body without it", () => {
	it("leaves the parameter out, and the original alone", () => {
		expect(withoutRefused(body, new Set(["temperature"]))).not.toHaveProperty("temperature");
		expect(body).toHaveProperty("temperature");
	});
	it("renames the output limit first, and drops it when both names are refused", () => {
		expect(withoutRefused(body, new Set(["max_tokens"]))).toMatchObject({ max_completion_tokens: 100 });
		const none = withoutRefused(body, new Set(["max_tokens", "max_completion_tokens"]));
		expect(Object.keys(none)).toEqual(["model", "temperature", "stream_options", "stop", "thinking"]);
	});
});
