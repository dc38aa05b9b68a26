import { compileSchema } from "@services/mcp/catalogue/compileSchema";
import { mcpFileSchema } from "@services/mcp/config/mcpFileSchema";
import { parseMcpFile } from "@services/mcp/config/parseMcpFile";
import { expect, it } from "vitest";

const check = compileSchema(mcpFileSchema());

it.each<[string, unknown]>([
	["a process", { command: "npx", args: ["a"], env: { A: "1" }, timeout: 5, watchPaths: ["x"] }],
	["an address", { url: "https://x.example", headers: { A: "1" }, type: "sse" }],
	["another program's fields", { command: "npx", autoApprove: [] }],
	["a number for a command", { command: 7 }],
	["a text for args", { command: "npx", args: "a" }],
	["too long a timeout", { command: "npx", timeout: 3601 }],
	["neither command nor url", { disabled: true }],
])("judges %s as the reader does", (_name, entry) => {
	const file = { mcpServers: { s: entry } };
	const isRead = parseMcpFile(JSON.stringify(file), "").entries.size === 1;
	expect(check.kind === "checked" && check.problemsOf(file).length === 0).toBe(isRead);
});
