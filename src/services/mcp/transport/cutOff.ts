import type { JSONRPCErrorResponse, RequestId } from "@modelcontextprotocol/sdk/types.js";

/** The error code that Kiln itself puts in place of an answer whose stream ended before it came. */
export const cutOffCode = -32_051;

/** The SDK would wait for the answer until the call's time is up. */
export function cutOffAnswer(id: RequestId): JSONRPCErrorResponse {
	const message = "The connection was cut before the answer came";
	return { jsonrpc: "2.0", id, error: { code: cutOffCode, message } };
}
