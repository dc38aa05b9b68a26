import { ownHeaders } from "@services/mcp/transport/ownHeaders";
import { expect, it } from "vitest";

it.each([
	["https://tools.example/mcp", "s3cret"],
	["https://tools.example/.well-known/oauth-authorization-server", "s3cret"],
	["https://tools.example:8443/token", null],
	["http://tools.example/mcp", null],
	["https://login.example/token", null],
])("sends the entry's headers to its server only: %s", async (url, expected) => {
	let seen: string | null = "";
	let type: string | null = "";
	const fetch = ownHeaders(
		async (_url, init) => {
			const headers = new Headers(init?.headers);
			[seen, type] = [headers.get("x-api-key"), headers.get("accept")];
			return new Response();
		},
		new URL("https://tools.example/mcp"),
		{ "X-Api-Key": "s3cret", Accept: "text/plain" },
	);
	await fetch(url, { headers: { accept: "application/json" } });
	expect([seen, type]).toEqual([expected, "application/json"]);
});
