import {
	chmodSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	truncateSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { McpConfigFiles } from "@services/mcp/config/McpConfigFiles";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../../support/tempDir";
import { TestClock } from "../../../support/testClock";

let home: string;
let first: string;
let second: string;
let clock: TestClock;
let files: McpConfigFiles;
beforeEach(() => {
	[home, first, second] = [createTempDir(), createTempDir(), createTempDir()];
	clock = new TestClock();
	files = new McpConfigFiles({ globalFile: join(home, "mcp.json"), roots: () => [first, second], clock });
});

const servers = (entries: Record<string, unknown>) => JSON.stringify({ mcpServers: entries });

it("lets a project win over the person's own, and an earlier root over a later one", async () => {
	writeTree(home, {
		"mcp.json": servers({ a: { command: "own" }, b: { command: "own" }, c: { command: "own" } }),
	});
	writeTree(first, { ".kilocode/mcp.json": servers({ b: { command: "first" } }) });
	writeTree(second, {
		".kilocode/mcp.json": servers({ b: { command: "second" }, c: { command: "second" } }),
	});
	const { servers: found, problems } = await files.load();
	expect(problems).toEqual([]);
	expect(
		found.map(({ name, scope, entry }) => [name, scope.kind, "command" in entry && entry.command]),
	).toEqual([
		["a", "global", "own"],
		["b", "project", "first"],
		["c", "project", "second"],
	]);
});

it("reads nothing from files that are not there, and reports one that cannot be read", async () => {
	expect(await files.load()).toEqual({ servers: [], problems: [] });
	writeTree(first, { ".kilocode/mcp.json/": "" });
	const { problems } = await files.load();
	expect(problems).toMatchObject([
		{ file: join(first, ".kilocode/mcp.json"), message: expect.stringMatching(/cannot be read/) },
	]);
});

it("edits one after the other, makes the file when needed, and keeps a link a link", async () => {
	writeTree(home, { "dotfiles/mcp.json": "{\n  // mine\n}\n" });
	symlinkSync(join(home, "dotfiles/mcp.json"), join(home, "mcp.json"));
	const names = ["a", "b", "c", "d"];
	await Promise.all(
		names.map((server) =>
			files.edit({ kind: "global" }, { kind: "set", server, entry: { command: server } }),
		),
	);
	expect((await files.load()).servers.map((server) => server.name)).toEqual(names);
	expect(lstatSync(join(home, "mcp.json")).isSymbolicLink()).toBe(true);
	expect(readFileSync(join(home, "dotfiles/mcp.json"), "utf8")).toContain("// mine");
	await files.edit({ kind: "project", root: first }, { kind: "set", server: "p", entry: { command: "p" } });
	expect((await files.load()).servers.at(-1)).toMatchObject({
		name: "p",
		scope: { kind: "project", root: first },
	});
});

it("goes on after an edit that was refused", async () => {
	const scope = { kind: "global" } as const;
	await expect(files.edit(scope, { kind: "remove", server: "x" })).rejects.toMatchObject({
		code: "mcp_server_unknown",
	});
	await files.edit(scope, { kind: "set", server: "a", entry: { command: "a" } });
	expect((await files.load()).servers).toHaveLength(1);
	expect(statSync(join(home, "mcp.json")).mode & 0o777).toBe(0o600);
});

it("tells of a change by somebody else, in a file that was not there before either", async () => {
	let changes = 0;
	const watching = files.watch(() => changes++);
	writeTree(first, { ".kilocode/mcp.json": servers({ a: { command: "x" } }) });
	await expect
		.poll(() => {
			clock.advance(150);
			return changes;
		})
		.toBeGreaterThan(0);
	watching.dispose();
});

describe("a file that is none", () => {
	const mine = { "mcp.json": servers({ a: { command: "own" } }) };

	it.runIf(process.platform === "linux").each(["/dev/zero", "/dev/tty", "/proc/self/mem"])(
		"is not read: %s",
		async (device) => {
			writeTree(home, mine);
			mkdirSync(join(first, ".kilocode"));
			symlinkSync(device, join(first, ".kilocode/mcp.json"));
			const { servers: found, problems } = await files.load();
			expect(found.map(({ name }) => name)).toEqual(["a"]);
			expect(problems).toMatchObject([{ message: expect.stringMatching(/cannot be read/) }]);
			const scope = { kind: "project", root: first } as const;
			const edit = { kind: "set", server: "x", entry: { command: "x" } } as const;
			await expect(files.edit(scope, edit)).rejects.toBeDefined();
		},
	);

	it("is not read when it is huge", async () => {
		writeTree(home, mine);
		truncateSync(join(home, "mcp.json"), 5_000_000_000);
		const { problems } = await files.load();
		expect(problems).toMatchObject([{ message: expect.stringContaining("larger than") }]);
	});

	it("is neither read nor written when it is not UTF-8", async () => {
		const bytes = Buffer.from('{ "mcpServers": { "a": { "command": "x" } /* f\xfcr mich */ } }', "latin1");
		writeFileSync(join(home, "mcp.json"), bytes);
		expect((await files.load()).problems).toMatchObject([{ message: expect.stringContaining("UTF-8") }]);
		const edit = { kind: "field", server: "a", field: "disabled", value: true } as const;
		await expect(files.edit({ kind: "global" }, edit)).rejects.toMatchObject({ code: "invalid_settings" });
		expect(readFileSync(join(home, "mcp.json"))).toEqual(bytes);
	});
});

describe.runIf(process.platform !== "win32")("a link", () => {
	it("that leads to a file not made yet stays a link", async () => {
		mkdirSync(join(home, "dotfiles"));
		symlinkSync("dotfiles/mcp.json", join(home, "mcp.json"));
		await files.edit({ kind: "global" }, { kind: "set", server: "a", entry: { command: "a" } });
		expect(lstatSync(join(home, "mcp.json")).isSymbolicLink()).toBe(true);
		expect(readdirSync(join(home, "dotfiles"))).toEqual(["mcp.json"]);
	});

	it("of a workspace leads nothing that is saved out of it", async () => {
		writeTree(first, { "shared/mcp.json": "{}", ".kilocode/": "" });
		const scope = { kind: "project", root: first } as const;
		const edit = { kind: "set", server: "a", entry: { command: "a" } } as const;
		symlinkSync("../shared/mcp.json", join(first, ".kilocode/mcp.json"));
		await files.edit(scope, edit);
		expect(readFileSync(join(first, "shared/mcp.json"), "utf8")).toContain('"a"');
		unlinkSync(join(first, ".kilocode/mcp.json"));
		for (const there of ["mcp.json", "not-made-yet.json"]) {
			writeTree(home, { "mcp.json": "{}" });
			symlinkSync(join(home, there), join(first, ".kilocode/mcp.json"));
			await expect(files.edit(scope, edit)).rejects.toMatchObject({ code: "path_refused" });
			expect(readdirSync(home)).toEqual(["mcp.json"]);
			expect(readFileSync(join(home, "mcp.json"), "utf8")).toBe("{}");
			unlinkSync(join(first, ".kilocode/mcp.json"));
		}
	});

	it("is watched where it leads to, too", async () => {
		writeTree(home, { "dotfiles/mcp.json": "{}", "dotfiles/new.json": "{ }" });
		symlinkSync(join(home, "dotfiles/mcp.json"), join(home, "mcp.json"));
		let changes = 0;
		const watching = files.watch(() => changes++);
		renameSync(join(home, "dotfiles/new.json"), join(home, "dotfiles/mcp.json"));
		await expect
			.poll(() => {
				clock.advance(150);
				return changes;
			})
			.toBeGreaterThan(0);
		watching.dispose();
	});

	it("leads to a file that keeps its mode", async () => {
		writeTree(home, { "mcp.json": "{}" });
		chmodSync(join(home, "mcp.json"), 0o666);
		await files.edit({ kind: "global" }, { kind: "set", server: "a", entry: { command: "a" } });
		expect(statSync(join(home, "mcp.json")).mode & 0o777).toBe(0o666);
	});
});
