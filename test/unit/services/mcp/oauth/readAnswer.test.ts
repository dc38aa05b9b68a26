import { readAnswer, readPastedAddress, SignInRefused } from "@services/mcp/oauth/readAnswer";
import { describe, expect, it } from "vitest";

const asked = { issuer: "https://auth.example", mustNameIssuer: false };
const params = (query: string) => new URLSearchParams(query);

describe("readAnswer", () => {
	it.each([
		["code=c", asked],
		["code=c&iss=https%3A%2F%2Fauth.example", asked],
		["code=c&iss=https%3A%2F%2Fauth.example%2F", { ...asked, mustNameIssuer: true }],
	])("takes the code of %s", (query, expected) => expect(readAnswer(params(query), expected)).toBe("c"));

	it.each([
		["code=c&iss=https%3A%2F%2Fevil.example", asked],
		["error=access_denied&iss=https%3A%2F%2Fevil.example", asked],
		["code=c&iss=https%3A%2F%2Fauth.example", { ...asked, issuer: undefined }],
		["code=c", { ...asked, mustNameIssuer: true }],
	])("takes no answer of another server: %s", (query, expected) =>
		expect(() => readAnswer(params(query), expected)).toThrow("answered by another authorization server"),
	);

	it.each([
		["error=access_denied", "The sign-in was refused in the browser."],
		["error=access_denied&error_description=No.", 'refused in the browser. The server says: "No".'],
		["error=server%0Aerror", "The authorization server refused the sign-in (server error)."],
		[`error=x&error_description=${"y".repeat(9000)}`, `The server says: "${"y".repeat(300)}".`],
	])("says who said no: %s", (query, words) => {
		const read = () => readAnswer(params(query), asked);
		expect(read).toThrow(SignInRefused);
		expect(read).toThrow(words);
	});

	it("wants a code", () => expect(() => readAnswer(params("state=s"), asked)).toThrow("without a code"));
});

describe("readPastedAddress", () => {
	it("reads the query of an address with the sign-in's state", () => {
		expect(readPastedAddress(" http://127.0.0.1:1/callback?code=c&state=s\n", "s").get("code")).toBe("c");
	});

	it.each(["", "c0de", "https://example.org/?code=c", "http://127.0.0.1:1/callback?code=c&state=other"])(
		"refuses %j",
		(text) =>
			expect(() => readPastedAddress(text, "s")).toThrow(expect.objectContaining({ code: "invalid_url" })),
	);
});
