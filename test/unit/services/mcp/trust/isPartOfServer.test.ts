import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { isPartOfServer } from "@services/mcp/trust/isPartOfServer";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";

let root: string;
beforeEach(() => {
	root = createTempDir("kiln-mcp-part");
});

const folder = "$" + "{workspaceFolder}";

function isPart(file: string, entry: Record<string, unknown>, scope: "project" | "global" = "project") {
	const parsed = parseEntry(entry);
	if (!parsed.entry) throw new Error(JSON.stringify(parsed.problems));
	const from = scope === "global" ? { kind: scope } : { kind: scope, root };
	return isPartOfServer(join(root, file), { name: "s", scope: from, entry: parsed.entry });
}

describe("a file that a project's server runs", () => {
	it.each<[string, string, Record<string, unknown>]>([
		["an argument", "server.js", { command: "node", args: ["./server.js"] }],
		["an argument without ./", "tools/mcp.py", { command: "python", args: ["tools/mcp.py"] }],
		["the command", "bin/server", { command: "./bin/server" }],
		["an argument from its folder", "sub/server.js", { command: "node", args: ["server.js"], cwd: "sub" }],
		["a placeholder", "a b/s.js", { command: "node", args: [`${folder}/a b/s.js`] }],
		["a value of an option", "hook.mjs", { command: "node", args: ["--import=./hook.mjs", "/x.js"] }],
		["a short option", "hook.js", { command: "node", args: ["-r./hook.js", "/x.js"] }],
		["a shell's line", "run.sh", { command: "bash", args: ["-c", "cd . && exec './run.sh' --port 1"] }],
		["a variable", "hook.js", { command: "node", args: ["/x.js"], env: { NODE_OPTIONS: "-r ./hook.js" } }],
		["its own PATH", "bin/oven", { command: "oven", env: { PATH: `/usr/bin:${folder}/bin` } }],
		["no ending", "server.mjs", { command: "node", args: ["./server"] }],
		["a folder's main file", "server/index.js", { command: "node", args: ["./server"] }],
		["a module", "tools/mcp.py", { command: "python3", args: ["-m", "tools.mcp"] }],
		["a package as module", "tools/mcp/__main__.py", { command: "python3", args: ["-m", "tools.mcp"] }],
		["a package's script", "package.json", { command: "npm", args: ["run", "mcp"] }],
		["another case", "Server.js", { command: "node", args: ["server.js"] }],
		["another form of Unicode", "u\u0308.js", { command: "node", args: ["\u00fc.js"] }],
		["what it watches", "lib/x.js", { command: "oven", watchPaths: ["lib"] }],
		["what a remote one watches", "x.js", { url: "https://x.example", watchPaths: ["x.js"] }],
	])("is known by %s, there or not", (_name, file, entry) => {
		expect(isPart(file, entry)).toBe(true);
	});

	it("is known by its absolute path and as a file: address", () => {
		expect(isPart("server.js", { command: "node", args: [join(root, "server.js")] })).toBe(true);
		expect(isPart("h.mjs", { command: "node", args: ["--import", `file://${root}/h.mjs`] })).toBe(true);
	});

	it.each<[string, string, Record<string, unknown>]>([
		["a neighbour", "other.js", { command: "node", args: ["server.js"] }],
		["a file in a folder that it works in", "notes.md", { command: "npx", args: ["-y", "files", folder] }],
		["a package's file beside it", "package.json", { command: "npx", args: ["-y", "files", folder] }],
		["a file of a remote one", "x.js", { url: "https://x.example/x.js" }],
	])("is not %s", (_name, file, entry) => {
		expect(isPart(file, entry)).toBe(false);
	});

	it("is none of the person's own servers'", () => {
		expect(isPart("server.js", { command: "node", args: ["./server.js"] }, "global")).toBe(false);
	});
});

describe("through links", () => {
	const entry = { command: "node", args: ["server.js"], watchPaths: ["lib"] };

	it("a file is known by each of its names, and when it is gone", () => {
		writeTree(root, { "real/server.js": "1", "real/lib/x.js": "1" });
		symlinkSync(join(root, "real/server.js"), join(root, "server.js"));
		symlinkSync("real/lib", join(root, "lib"));
		for (const times of [1, 2]) {
			expect(isPart("real/server.js", entry), `${times}`).toBe(true);
			expect(isPart("server.js", entry)).toBe(true);
			expect(isPart("real/lib/x.js", entry)).toBe(true);
			rmSync(join(root, "real/server.js"), { force: true });
		}
		expect(isPart("real/lib/new.js", entry)).toBe(true);
		expect(isPart("real/other.js", entry)).toBe(false);
	});

	it("a folder that leads to the workspace names its files", () => {
		mkdirSync(join(root, "real"));
		symlinkSync(join(root, "real"), join(root, "alias"));
		expect(isPart("alias/s.js", { command: "node", args: ["real/s.js"] })).toBe(true);
		expect(isPart("real/s.js", { command: "node", args: ["alias/s.js"] })).toBe(true);
	});

	it("that go in circles end", () => {
		symlinkSync("b", join(root, "a"));
		symlinkSync("a", join(root, "b"));
		expect(isPart("a", { command: "node", args: ["a"] })).toBe(true);
	});
});
