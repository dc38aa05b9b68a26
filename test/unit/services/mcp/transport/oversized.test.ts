import { OpenRequests } from "@services/mcp/transport/OpenRequests";
import { idOfOversized, oversizedAnswer } from "@services/mcp/transport/oversized";
import { expect, it } from "vitest";

const body = `"result":{"content":[{"text":"${"x".repeat(300)}"}]}`;
const edges = (text: string) => [text.slice(0, 200), text.slice(-200)] as const;

it.each([
	["at its head", `{"jsonrpc":"2.0","id":7,${body}}`, [7, 8], 7],
	["at its head, without a version before", `{"id": 7, ${body}, "jsonrpc":"2.0"}`, [7, 8], 7],
	["at its tail", `{${body},"jsonrpc":"2.0","id":7}`, [7, 8], 7],
	["at its tail, before the version", `{${body},"id":7,"jsonrpc":"2.0"}`, [7, 8], 7],
	["as a text", `{"jsonrpc":"2.0","id":"a\\"b",${body}}`, ['a"b', 8], 'a"b'],
	["in an event", `data: {"jsonrpc":"2.0","id":7,${body}}`, [7, 8], 7],
	[
		"behind an error",
		`{"error":{"code":1,"message":"${"x".repeat(300)}"},"jsonrpc":"2.0","id":7}`,
		[7, 8],
		7,
	],
	["nowhere, but only one is open", `{"x":"${"x".repeat(500)}"}`, [9], 9],
	["nowhere, and two are open", `{"x":"${"x".repeat(500)}"}`, [8, 9], undefined],
	[
		"of a request of the server, not of ours",
		`{"jsonrpc":"2.0","id":7,"method":"x","params":"${"x".repeat(300)}"}`,
		[7, 8],
		undefined,
	],
])("finds the id %s", (_name, text, open, expected) => {
	expect(idOfOversized(...edges(text), new Set<string | number>(open))).toBe(expected);
});

it("answers in the request's place", () => {
	expect(oversizedAnswer(7, 16 * 1024 * 1024)).toMatchObject({
		id: 7,
		error: { message: "The answer is larger than 16 MB" },
	});
});

it("knows which requests wait for an answer", () => {
	const open = new OpenRequests();
	for (const id of [1, 2, 3]) open.sent({ jsonrpc: "2.0", id, method: "x" });
	open.sent({ jsonrpc: "2.0", method: "notifications/x" });
	open.received({ jsonrpc: "2.0", id: 1, result: {} });
	open.received({ jsonrpc: "2.0", id: 3, method: "a request of the server" });
	open.sent({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
	expect([...open.ids]).toEqual([3]);
});

it("does not take a large notification for the answer of the only open call", () => {
	const text = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${"x".repeat(500)}"}}`;
	expect(idOfOversized(...edges(text), new Set([7]))).toBeUndefined();
});
