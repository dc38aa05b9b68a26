import { authFetch } from "@services/mcp/oauth/authFetch";
import { tokenFetch } from "@services/mcp/oauth/tokenFetch";
import { describe, expect, it } from "vitest";

/** Notes what is sent where. */
function recorder(status: (token: string | null) => number = () => 200) {
	const sent: [url: string, authorization: string | null, key: string | null][] = [];
	const fetch: typeof globalThis.fetch = async (input, init) => {
		const headers = new Headers(init?.headers);
		const authorization = headers.get("authorization");
		sent.push([String(input), authorization, headers.get("x-key")]);
		return new Response("", { status: status(authorization) });
	};
	return { sent, fetch };
}

function keeper(tokens: readonly string[], server = "https://mcp.example/mcp") {
	const left = [...tokens];
	const refused: (string | undefined)[] = [];
	return {
		refused,
		keeper: {
			server: new URL(server),
			current: () => left[0],
			renew: async () => {
				left.shift();
				return left[0];
			},
			refused: (_response: Response, token: string | undefined) => void refused.push(token),
		},
	};
}

describe("tokenFetch", () => {
	it("gives the token to the server's own origin only", async () => {
		const { sent, fetch } = recorder();
		const send = tokenFetch(keeper(["t"]).keeper, fetch);
		await send("https://mcp.example/mcp");
		await send(new Request("https://mcp.example/mcp"));
		await send("https://mcp.example.evil.example/mcp");
		await send("http://mcp.example/mcp");
		expect(sent.map(([, authorization]) => authorization)).toEqual(["Bearer t", "Bearer t", null, null]);
	});

	it("keeps the token when the server sends whoever comes by http to https, and to no other port", async () => {
		const { sent, fetch } = recorder();
		const send = tokenFetch(keeper(["t"], "http://mcp.example/mcp").keeper, fetch);
		await send("https://mcp.example/mcp");
		await send("https://mcp.example:8443/mcp");
		expect(sent.map(([, authorization]) => authorization)).toEqual(["Bearer t", null]);
	});

	it("stops renewing, and tells which token was refused", async () => {
		const { sent, fetch } = recorder(() => 401);
		const { keeper: own, refused } = keeper(["a", "b", "c", "d", "e"]);
		expect((await tokenFetch(own, fetch)("https://mcp.example/mcp")).status).toBe(401);
		expect(sent.map(([, authorization]) => authorization)).toEqual(["Bearer a", "Bearer b", "Bearer c"]);
		expect(refused).toEqual(["c"]);
	});
});

describe("authFetch", () => {
	it("keeps the entry's headers from an authorization server elsewhere", async () => {
		const { sent, fetch } = recorder();
		const send = authFetch({ url: "https://mcp.example/mcp", headers: { "X-Key": "secret" }, fetch });
		await send("https://mcp.example/.well-known/oauth-protected-resource");
		await send("https://auth.example/register");
		expect(sent.map(([, , key]) => key)).toEqual(["secret", null]);
	});
});
