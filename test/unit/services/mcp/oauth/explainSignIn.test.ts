import { InvalidScopeError, ServerError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { explainSignIn } from "@services/mcp/oauth/explainSignIn";
import { expect, it } from "vitest";
import * as z from "zod";

const explained = (error: unknown, isFound = true) =>
	explainSignIn(error, { host: "auth.example", callback: "http://127.0.0.1:1/callback", isFound });

it.each([
	[new InvalidScopeError("no such scope"), "auth.example refused it (invalid_scope: no such scope)."],
	[
		new ServerError("HTTP 502: Raw body: access_token=secret"),
		"auth.example answered with an error (HTTP 502).",
	],
	[z.object({ a: z.string() }).safeParse({ a: 1 }).error, "does not answer as an authorization server does."],
	[
		new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }),
		"could not be reached: ECONNREFUSED.",
	],
	["odd", "The sign-in failed: odd."],
])("says %s in words", (error, words) => expect(explained(error).message).toContain(words));

it("quotes nothing of an answer, which may hold tokens", () => {
	expect(explained(new ServerError("HTTP 400: Raw body: secret")).message).not.toContain("secret");
});

it("says how to register where nobody can register by themselves", () => {
	const { hint } = explained(
		new Error("Incompatible auth server: does not support dynamic client registration"),
	);
	expect(hint).toContain("http://127.0.0.1:1/callback");
	expect(hint).toContain('"clientId": "…", "redirectPort": 1');
});

it("tells a server that offers no sign-in from one whose sign-in is out of order", () => {
	const missing = new ServerError("HTTP 404: Not found");
	expect(explained(missing, false).message).toContain("auth.example offers no sign-in by browser.");
	expect(explained(missing).message).toContain("answered with an error (HTTP 404)");
	expect(explained(new ServerError("HTTP 503: "), false).message).toContain("(HTTP 503)");
});
