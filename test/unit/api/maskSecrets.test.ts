import { hasSecretHeader, maskSecrets, secretsOf } from "@api/maskSecrets";
import { expect, it } from "vitest";

it("masks every occurrence, and nothing for dummies too short to be a key", () => {
	expect(maskSecrets("a sk-12345 b sk-12345 x", ["sk-12345", "x", ""])).toBe("a *** b *** x");
});

it("counts what the headers carry as secret, with and without its scheme", () => {
	const headers = { Authorization: "Bearer abcdef", "api-key": "ghijkl", "X-Title": "Kiln" };
	expect(secretsOf("main-key", headers)).toEqual(["main-key", "Bearer abcdef", "abcdef", "ghijkl", "ghijkl"]);
	expect(hasSecretHeader(headers)).toBe(true);
	expect(hasSecretHeader({ "X-Title": "Kiln", "HTTP-Referer": "https://kiln.example" })).toBe(false);
	for (const name of ["Ocp-Apim-Subscription-Key", "cf-aig-authorization", "Helicone-Auth", "X-Password"])
		expect(secretsOf(undefined, { [name]: "Bearer abcdef" })).toContain("abcdef");
});
