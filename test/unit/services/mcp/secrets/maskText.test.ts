import { targetOf } from "@services/mcp/config/McpServerConfig";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { maskText } from "@services/mcp/secrets/maskText";
import { secretsOf } from "@services/mcp/secrets/secretsOf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const variable = (name: string) => `\${env:${name}}`;

function entryOf(raw: Record<string, unknown>) {
	const { entry } = parseEntry(raw);
	if (!entry) throw new Error("no entry");
	return entry;
}

describe("a text", () => {
	it.each([
		["GET https://me:hunter2@x.example/a failed", "GET https://***@x.example/a failed"],
		["https://x.example/mcp?api_key=abc&b=1", "https://x.example/mcp?api_key=***&b=1"],
		["https://x.example/?token=abc#top", "https://x.example/?token=***#top"],
		["started with --api-key hunter2 --port 1", "started with --api-key *** --port 1"],
		["started with --token=hunter2", "started with --token=***"],
		["OPENAI_API_KEY=hunter2 is set", "OPENAI_API_KEY=*** is set"],
		['{"accessToken": "hunter2", "port": 1}', '{"accessToken": "***", "port": 1}'],
		["Authorization: Bearer hunter2", "Authorization: ***"],
		["X-Api-Key: hunter2", "X-Api-Key: ***"],
		["sent bearer abcdefgh.ijkl", "sent bearer ***"],
		[`key ghp_${"a1".repeat(12)} refused`, "key *** refused"],
	])("loses its secret: %s", (text, expected) => {
		expect(maskText(text)).toBe(expected);
	});

	it.each([
		"Listening on http://localhost:3000/mcp?session=1",
		"Unexpected token: found } in JSON",
		"--max-tokens 5 --author me --monkey=1 --token --port 1",
		`--token ${variable("TOKEN")} --key=${variable("KEY")} Authorization: Bearer ${variable("TOKEN")}`,
		`https://${variable("USER")}@x.example`,
		"if (token == null) return",
		"npx -y @scope/server@1.2.3 me@x.example",
	])("without one stays as it is: %s", (text) => {
		expect(maskText(text)).toBe(text);
	});

	it("does not grow with a second masking", () => {
		const part = fc.constantFrom("--token", "key", "=", ":", " ", "://", "@", "abc", '"', "Bearer ", "***");
		fc.assert(
			fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
				const masked = maskText(parts.join(""));
				expect(maskText(masked).length).toBeLessThanOrEqual(masked.length + "***".length);
			}),
		);
	});
});

it.each([
	[
		{ command: "node", args: ["a.js", "--password", "-hunter2", "--port", "1"] },
		"node a.js --password *** --port 1",
	],
	[{ command: "node", args: ["--githubToken", "hunter2"] }, "node --githubToken ***"],
	[{ command: "node", args: ["--api-key=hunter2"] }, "node --api-key=***"],
	[{ command: "node", args: ["--header", "X-Api-Key: two words"] }, "node --header X-Api-Key: ***"],
	[{ command: "node", args: ["--token", variable("T")] }, `node --token ${variable("T")}`],
	[{ command: "pg", args: ["postgres://me:hunter2@db/x"] }, "pg postgres://***@db/x"],
	[{ url: "https://me:hunter2@x.example/?key=abc" }, "https://***@x.example/?key=***"],
])("shows what a server runs without its secrets: %j", (raw, expected) => {
	expect(targetOf(entryOf(raw))).toBe(expected);
});

it("knows the secrets of an entry by their names", () => {
	const stdio = entryOf({
		command: "node",
		args: [
			"--token",
			"in-the-args",
			"--header",
			"X-Api-Key: in-a-header",
			"--key=behind-the-equals",
			"--port",
			"654321",
		],
		env: { API_KEY: "in-the-env", HOME: "/home/me", PASSWORD: "dummy" },
	});
	expect(secretsOf(stdio)).toEqual(["in-the-env", "in-the-args", "in-a-header", "behind-the-equals"]);
	const remote = entryOf({
		url: "https://x.example",
		headers: { Authorization: "Bearer hunter2", Accept: "a/bcdef" },
	});
	expect(secretsOf(remote)).toEqual(["Bearer hunter2", "hunter2"]);
});

it("knows the secret variables that an entry reads, wherever they stand in it", () => {
	const entry = entryOf({ url: "https://x.example/s3cret-path/mcp" });
	expect(secretsOf(entry, { HOOK_KEY: "s3cret-path", REGION: "north-1" })).toEqual(["s3cret-path"]);
});
