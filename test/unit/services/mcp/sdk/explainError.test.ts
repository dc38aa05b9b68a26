import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InvalidClientError, ServerError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { textOf, toCallError, toOpenFailure } from "@services/mcp/sdk/explainError";
import { cutOffCode } from "@services/mcp/transport/cutOff";
import { oversizedCode } from "@services/mcp/transport/oversized";
import { describe, expect, it } from "vitest";
import * as z from "zod";

const network = new TypeError("fetch failed", {
	cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }),
});

describe("a start that failed", () => {
	it.each<[string, unknown, { isFinal: boolean; needsSignIn: boolean }]>([
		["unauthorized", new UnauthorizedError(), { isFinal: true, needsSignIn: true }],
		["401", new StreamableHTTPError(401, "no"), { isFinal: true, needsSignIn: true }],
		["403", new StreamableHTTPError(403, "no"), { isFinal: true, needsSignIn: true }],
		["404", new StreamableHTTPError(404, "no"), { isFinal: true, needsSignIn: false }],
		["503", new StreamableHTTPError(503, "later"), { isFinal: false, needsSignIn: false }],
		["nobody there", network, { isFinal: false, needsSignIn: false }],
		[
			"silence",
			new McpError(ErrorCode.RequestTimeout, "Request timed out"),
			{ isFinal: true, needsSignIn: false },
		],
		[
			"a sudden end",
			new McpError(ErrorCode.ConnectionClosed, "closed"),
			{ isFinal: false, needsSignIn: false },
		],
		["a refusal", new McpError(-32000 - 1000, "unsupported version"), { isFinal: true, needsSignIn: false }],
		["an account that is refused", new InvalidClientError("no"), { isFinal: true, needsSignIn: false }],
		["an authorization server's fault", new ServerError("oops"), { isFinal: false, needsSignIn: false }],
		["something else", new Error("odd"), { isFinal: false, needsSignIn: false }],
	])("%s", (_name, error, expected) => {
		expect(toOpenFailure(error)).toMatchObject(expected);
	});
});

describe("a call that failed", () => {
	it.each<[string, unknown, string, RegExp]>([
		[
			"the server's own no",
			new McpError(-32602, "bad uri"),
			"mcp_failed",
			/"s" refused tool "t": bad uri\.$/,
		],
		[
			"too much",
			new McpError(oversizedCode, "The answer is larger than 16 MB"),
			"mcp_failed",
			/larger than 16 MB/,
		],
		["a sudden end", new McpError(ErrorCode.ConnectionClosed, "closed"), "mcp_not_connected", /ended while/],
		["a forgotten session", new StreamableHTTPError(404, "no session"), "mcp_not_connected", /ended while/],
		["nobody there", network, "mcp_not_connected", /ended while/],
		["a session that was just closed", new Error("Not connected"), "mcp_not_connected", /ended while/],
		[
			"a forgotten session, said otherwise",
			new StreamableHTTPError(400, "Error POSTing to endpoint: Bad Request: No valid session ID provided"),
			"mcp_not_connected",
			/ended while/,
		],
		["a bad request", new StreamableHTTPError(400, "no"), "mcp_failed", /refused/],
		["an answer that broke off", new McpError(cutOffCode, "cut"), "mcp_failed", /broke off before/],
		["no permission", new StreamableHTTPError(403, "no"), "mcp_failed", /sign in/],
	])("%s", (_name, error, code, message) => {
		expect(toCallError("s", 'tool "t"', error)).toMatchObject({
			code,
			message: expect.stringMatching(message),
		});
	});
});

it("says what went wrong without the libraries' words", () => {
	expect(textOf(new McpError(-32602, "bad uri."))).toBe("bad uri");
	expect(textOf(new StreamableHTTPError(500, "oops"))).toBe("oops");
	expect(textOf(network)).toBe("fetch failed: ECONNREFUSED");
	expect(textOf(new Error("x".repeat(10_000))).length).toBeLessThan(2100);
	expect(textOf("plain")).toBe("plain");
});

describe("a server of another kind", () => {
	const malformed = z.object({ protocolVersion: z.string() }).safeParse({}).error;

	it("is not tried again", () => {
		expect(toOpenFailure(malformed)).toMatchObject({
			isFinal: true,
			message: expect.stringMatching(/^its answer is malformed \(protocolVersion: .*\)\.$/),
		});
		expect(toOpenFailure(new Error("Server's protocol version is not supported: 1999"))).toMatchObject({
			isFinal: true,
		});
	});

	it("is tried again when only the connection was cut", () => {
		expect(toOpenFailure(new McpError(cutOffCode, "cut"))).toMatchObject({ isFinal: false });
	});
});
