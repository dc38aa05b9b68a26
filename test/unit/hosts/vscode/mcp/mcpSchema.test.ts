import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";

const schema: unknown = JSON.parse(
	readFileSync(join(import.meta.dirname, "../../../../../src/assets/mcp.schema.json"), "utf8"),
);
const validate = new Ajv({ strict: false }).compile(schema as object);

/** The editor must not underline what works, nor pass what Kiln refuses. */
describe("the schema of mcp.json", () => {
	it.each<[string, unknown, boolean]>([
		["a program", { command: "npx", args: ["-y", "x"], env: { A: "b" }, cwd: "src" }, true],
		["an address", { url: "https://example.com/mcp", headers: { A: "b" } }, true],
		["an address with a variable", { url: "$" + "{env:URL}/mcp", type: "sse" }, true],
		["another program's word for HTTP", { url: "HTTP://a.example", type: "http" }, true],
		["an account of a machine", { url: "https://a.example", oauth: { grant: "client_credentials" } }, true],
		["a port to come back to", { url: "https://a.example", oauth: { redirectPort: 8123 } }, true],
		["a port that there is not", { url: "https://a.example", oauth: { redirectPort: 70_000 } }, false],
		["fields of other programs", { command: "a", autoApprove: true }, true],
		["all common fields", { command: "a", disabled: true, timeout: 3600, alwaysAllow: ["t"] }, true],
		["nothing", {}, false],
		["both", { command: "a", url: "https://a.example" }, false],
		["an empty command", { command: " " }, false],
		["arguments that are numbers", { command: "a", args: [1] }, false],
		["arguments as one text", { command: "a", args: "b" }, false],
		["a timeout of nothing", { command: "a", timeout: 0 }, false],
		["a timeout of days", { command: "a", timeout: 86_400 }, false],
		["a file's address", { url: "file:///etc/passwd" }, false],
		["a program over SSE", { command: "a", type: "sse" }, false],
		["a variable that is no text", { command: "a", env: { A: 1 } }, false],
		["an unknown grant", { url: "https://a.example", oauth: { grant: "password" } }, false],
		["a text", "npx", false],
	])("agrees with Kiln on %s", (_, entry, isGood) => {
		expect(validate({ mcpServers: { s: entry } })).toBe(isGood);
		expect(parseEntry(entry).problems === undefined).toBe(isGood);
	});
});
