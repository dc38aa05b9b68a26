import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { everythingStdio } from "../mcp/support/everything";
import { faultEntry, processesOf } from "../mcp/support/faultServer";
import { plainAnswer, startHttpServer } from "../mcp/support/httpServer";
import { type MockModel, startMockModel } from "../support/mockModel";
import { jsonEvents, kiln, startKiln } from "../support/runKiln";
import { complete } from "../support/startTask";

let home: string;
let cwd: string;

beforeEach(() => {
	home = createTempDir("kiln-home");
	cwd = createTempDir("kiln-mcp");
});

const globalFile = () => join(home, ".kilocode", "mcp_settings.json");
const projectFile = () => join(cwd, ".kilocode", "mcp.json");

function configure(file: string, servers: Readonly<Record<string, unknown>>): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify({ mcpServers: servers }));
}

const mcp = (...args: readonly string[]) => {
	const [verb = "", ...rest] = args;
	return kiln(["mcp", verb, "--cwd", cwd, ...rest], { HOME: home });
};

describe("kiln mcp add and remove", () => {
	it("takes no file of the folder for the person's own where HOME is empty", async () => {
		configure(join(cwd, ".kilocode", "mcp_settings.json"), { planted: { command: "x" } });
		const { code, stderr } = await startKiln(["mcp", "remove", "no such one"], { HOME: "" }, cwd).done;
		expect(code).toBe(1);
		expect(stderr).not.toContain("planted");
	});

	it("writes a command with its arguments and variables, and leaves the file's comments alone", async () => {
		mkdirSync(dirname(globalFile()));
		writeFileSync(globalFile(), '// mine\n{\n  "mcpServers": { "old": { "command": "x" } /* keep */ },\n}\n');
		const added = await mcp(
			"add",
			"new one",
			"--env",
			"A=b=c",
			"--timeout",
			"5",
			"--",
			"node",
			"-e",
			"--json",
		);
		expect(added).toMatchObject({ code: 0, stderr: "" });
		const text = readFileSync(globalFile(), "utf8");
		expect(text).toContain("// mine");
		expect(text).toContain("/* keep */");
		const removed = await mcp("remove", "old", "--json");
		expect(JSON.parse(removed.stdout)).toEqual({ removed: "old", scope: "global", file: globalFile() });
		const listed = JSON.parse((await mcp("list", "--json")).stdout);
		expect(listed).toMatchObject([{ name: "new one", target: "node -e --json", timeoutSeconds: 5 }]);
		expect(readFileSync(globalFile(), "utf8")).toContain('"A": "b=c"');
	});

	it("writes an address with its headers into the project's file", async () => {
		const header = "Authorization: Bearer a:b";
		await mcp("add", "web", "--scope", "project", "--url", "https://example.org/mcp", "--header", header);
		expect(JSON.parse(readFileSync(projectFile(), "utf8"))).toEqual({
			mcpServers: { web: { url: "https://example.org/mcp", headers: { Authorization: "Bearer a:b" } } },
		});
		expect(existsSync(globalFile())).toBe(false);
	});

	it.each([
		[["add", "x"], "either -- and a command, or --url"],
		[["add", "x", "--url", "ftp://a"], '"url"'],
		[["add", "x", "--url", "https://a", "--env", "A=1"], "--header"],
		[["add", "x", "--env", "A", "--", "node"], '--env takes NAME=VALUE, not "A"'],
		[["add", "x", "--timeout", "0", "--", "node"], "--timeout takes seconds from 1 to 3600"],
		[["add", "x", "--scope", "team", "--", "node"], '--scope does not know "team"'],
		[["add", "taken", "--", "node"], 'There is an MCP server "taken"'],
		[["remove", "nothing"], "There are: taken"],
		[["test", "nothing"], "There are: taken"],
		[["test", "taken", "--", "node"], "belong to kiln mcp add"],
		[["call", "taken"], "needs the tool's name"],
		[["call", "taken", "t", "[1]"], "one JSON object"],
		[["call", "taken", "t", "{", "more"], 'nothing to do with "more"'],
		[["dance"], 'There is no "kiln mcp dance"'],
		[["list", "--dance"], "--dance"],
	])("refuses %j with the reason and changes nothing", async (args, reason) => {
		configure(globalFile(), { taken: { command: "no-such-program" } });
		const before = readFileSync(globalFile(), "utf8");
		const { code, stdout, stderr } = await mcp(...args);
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(stderr).toContain(reason);
		expect(readFileSync(globalFile(), "utf8")).toBe(before);
	});

	it("asks which one to remove when both files have it, and removes an entry that cannot be used", async () => {
		configure(globalFile(), { twice: { command: "a" }, broken: { command: 7 } });
		configure(projectFile(), { twice: { command: "b" } });
		expect(await mcp("remove", "twice")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("--scope"),
		});
		expect((await mcp("remove", "twice", "--scope", "global")).code).toBe(0);
		expect((await mcp("remove", "broken")).code).toBe(0);
		expect(JSON.parse(readFileSync(globalFile(), "utf8"))).toEqual({ mcpServers: {} });
		expect(readFileSync(projectFile(), "utf8")).toContain("twice");
	});
});

describe("kiln mcp import", () => {
	const ref = (inner: string) => `\${${inner}}`;
	const cursor = {
		mcpServers: { files: { command: "touch", args: ["started"] }, "no go": { command: "x", envFile: "e" } },
	};
	const claude = '{ "mcpServers": { "api": { "type": "http", "url": "https://$HOST/mcp" } }, oops'.replace(
		"$HOST",
		ref("HOST"),
	);
	const kilns = '{\n\t// ours\n\t"mcpServers": {\n\t\t"old": { "command": "x" }\n\t}\n}\n';
	const projectServers = () =>
		JSON.parse(readFileSync(projectFile(), "utf8").replace("// ours", "")).mcpServers;

	beforeEach(() => {
		writeTree(cwd, {
			".cursor/mcp.json": JSON.stringify(cursor),
			".mcp.json": claude,
			".kilocode/mcp.json": kilns,
		});
	});

	it("lists what was found, what each would run, and what cannot be imported", async () => {
		const listed = await mcp("import");
		expect(listed.code).toBe(0);
		expect(listed.stdout).toContain(
			".cursor/mcp.json:\n  files: touch started\n  no go: cannot be imported: ",
		);
		expect(listed.stdout).toContain(
			`api: https://${ref("env:HOST")}/mcp (by streamable-http; reads your variables HOST)`,
		);
		expect(listed.stderr).toContain(".mcp.json: Line 1: The JSON is broken");
		expect(JSON.parse((await mcp("import", "--json")).stdout)).toMatchObject([
			{
				origin: ".cursor/mcp.json",
				servers: [{ name: "files", isConfigured: false }, { reason: expect.anything() }],
			},
			{ origin: ".mcp.json", servers: [{ entry: { type: "streamable-http" } }] },
		]);
		expect(readFileSync(projectFile(), "utf8")).toBe(kilns);
	});

	it("imports all that can be into the project's file, keeps its comments, and starts nothing", async () => {
		const imported = await mcp("import", "--all", "--json");
		expect(JSON.parse(imported.stdout)).toEqual({
			imported: ["files", "api"],
			scope: "project",
			file: projectFile(),
		});
		expect(imported.stderr).toContain('"no go" of .cursor/mcp.json is not imported');
		expect(readFileSync(projectFile(), "utf8")).toContain("// ours");
		expect(projectServers()).toEqual({
			old: { command: "x" },
			files: cursor.mcpServers.files,
			api: { type: "streamable-http", url: `https://${ref("env:HOST")}/mcp` },
		});
		const states = JSON.parse((await mcp("list", "--json")).stdout);
		expect(states.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill("awaiting_trust"));
		expect(existsSync(join(cwd, "started"))).toBe(false);
	});

	it("imports by name from a file, into the person's own, and replaces on request only", async () => {
		writeTree(home, { ".cursor/mcp.json": JSON.stringify({ mcpServers: { old: { command: "new" } } }) });
		const file = join(home, ".cursor/mcp.json");
		expect(await mcp("import", file, "old")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("--replace"),
		});
		expect(projectServers().old.command).toBe("x");
		expect(await mcp("import", file, "old", "--replace")).toMatchObject({ code: 0, stderr: "" });
		expect(projectServers().old.command).toBe("new");
		expect(await mcp("import", "files", "--scope", "global")).toMatchObject({
			code: 0,
			stderr: expect.anything(),
		});
		expect(JSON.parse(readFileSync(globalFile(), "utf8")).mcpServers).toEqual({
			files: cursor.mcpServers.files,
		});
	});

	it.each([
		[["files", "no go"], /"no go" of .* cannot be imported/],
		[["nobody"], /no MCP server "nobody".*There are: files, no go, api/s],
		[["none.json"], /none\.json is missing/],
		[["--all", "files"], /either --all or the servers' names/],
		[["--replace"], /--replace needs/],
	])("%j is refused in words, and nothing is written", async (args, words) => {
		const refused = await mcp("import", ...args);
		expect(refused.code).toBe(1);
		expect(refused.stderr).toMatch(words);
		expect(readFileSync(projectFile(), "utf8")).toBe(kilns);
	});
});

describe("kiln mcp test, list and call", () => {
	it("lists what a working server has and leaves no process behind", async () => {
		configure(globalFile(), { all: everythingStdio, mine: faultEntry(home) });
		const { code, stdout, stderr } = await mcp("test", "all");
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toContain("get-sum(a, b): Returns the sum of two numbers");
		expect(stdout).toContain("demo://resource/dynamic/text/{resourceId}");
		expect(stdout).toContain("/mcp:all:args-prompt city [state]");
		expect((await mcp("test", "mine")).code).toBe(0);
		expect(processesOf(home)).toEqual([]);
	});

	it("shows stderr and fails when a server does not work", async () => {
		configure(globalFile(), { bad: faultEntry(home, "exit") });
		const { code, stdout, stderr } = await mcp("test", "bad");
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(stderr).toMatch(/exit code 3[\s\S]+Its stderr:\nbad luck/);
		const asJson = await mcp("test", "bad", "--json");
		expect(asJson.code).toBe(1);
		expect(JSON.parse(asJson.stdout)).toMatchObject({ name: "bad", stderr: ["bad luck"] });
	});

	it("names the place of a broken entry and lists the others; keys of the person's servers stay unseen", async () => {
		const key = "sk-not-for-eyes";
		configure(globalFile(), {
			broken: { command: 7 },
			fine: { ...faultEntry(home), env: { KEY: key } },
			off: { command: "x", disabled: true },
		});
		const { code, stdout, stderr } = await mcp("list");
		expect(code).toBe(0);
		expect(stderr).toContain(`${globalFile()}:1: MCP server "broken", command`);
		expect(stdout).toMatch(/^fine \(global\): \d+ tools, 0 resources, 0 prompts$/m);
		expect(stdout).toContain("off (global): switched off");
		expect(stdout).not.toContain(key);
	});

	it("calls a tool: its text, its JSON, its error, and an argument that does not fit", async () => {
		configure(globalFile(), { all: everythingStdio, mine: faultEntry(home) });
		const sum = await mcp("call", "all", "get-sum", '{"a": 2, "b": 40}');
		expect(sum).toMatchObject({ code: 0, stdout: "The sum of 2 and 40 is 42.\n", stderr: "" });
		const image = await mcp("call", "all", "get-tiny-image", "--json");
		expect(JSON.parse(image.stdout).content).toContainEqual(expect.objectContaining({ kind: "image" }));
		const wrong = await mcp("call", "all", "get-sum", '{"a": 2, "b": "x"}');
		expect(wrong).toMatchObject({
			code: 1,
			stdout: "",
			stderr: expect.stringContaining('"b" must be number'),
		});
		expect(await mcp("call", "mine", "fail")).toMatchObject({ code: 1, stdout: "no luck\n" });
		const none = await mcp("call", "mine", "nothing");
		expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("It has: pid, die,") });
	});

	it("reaches a server by its address with the entry's headers", async () => {
		const seen: unknown[] = [];
		const url = await startHttpServer((request, _response, headers) => {
			seen.push(headers["x-team"]);
			return plainAnswer(request);
		});
		configure(globalFile(), { web: { url, headers: { "X-Team": "kiln" } } });
		expect(await mcp("call", "web", "say")).toMatchObject({ code: 0, stdout: "said\n" });
		expect(new Set(seen)).toEqual(new Set(["kiln"]));
	});

	it("ends a call and its server when it is interrupted", async () => {
		configure(globalFile(), { mine: faultEntry(home) });
		const { child, done } = startKiln(["mcp", "call", "mine", "silent"], { HOME: home });
		const running = () => processesOf(`${home}/fault-server.mjs`).length;
		await expect.poll(running, { timeout: 20_000 }).toBe(1);
		child.kill("SIGINT");
		expect(await done).toMatchObject({ code: 130, stdout: "" });
		expect(running()).toBe(0);
	});

	it("ends its server when the terminal is closed", async () => {
		configure(globalFile(), { mine: faultEntry(home) });
		const { child, done } = startKiln(["mcp", "call", "mine", "silent"], { HOME: home });
		const running = () => processesOf(`${home}/fault-server.mjs`).length;
		await expect.poll(running, { timeout: 20_000 }).toBe(1);
		child.kill("SIGHUP");
		expect(await done).toMatchObject({ code: 130, signal: null });
		expect(running()).toBe(0);
	});

	it("ends a server that ignores everything when it is interrupted twice", async () => {
		const stubborn =
			'process.on("SIGTERM", () => {});require("node:fs").writeFileSync(process.argv[1], "");setInterval(() => {}, 1000)';
		const mark = join(home, "started");
		configure(globalFile(), { bad: { command: process.execPath, args: ["-e", stubborn, mark] } });
		const { child, done } = startKiln(["mcp", "test", "bad"], { HOME: home });
		await expect.poll(() => existsSync(mark), { timeout: 20_000 }).toBe(true);
		child.kill("SIGINT");
		// one that is pending already would swallow the second
		child.kill("SIGTERM");
		expect(await done).toMatchObject({ code: 130, signal: null });
		await expect.poll(() => processesOf(mark)).toEqual([]);
	});

	it("names the command for a server that wants a sign-in", async () => {
		const url = await startHttpServer((_request, response) => {
			response.writeHead(401).end();
			return undefined;
		});
		configure(globalFile(), { web: { url, type: "streamable-http" } });
		const { code, stderr } = await mcp("test", "web");
		expect(code).toBe(1);
		expect(stderr).toContain("It wants you to sign in (HTTP 401). Sign in: kiln mcp sign-in web");
	});

	it("starts nothing of the project without --trust-project-mcp, and says what would run", async () => {
		const env = { SECRET: "v a l" };
		configure(projectFile(), { theirs: { ...faultEntry(cwd, "touch it"), env } });
		const run = /SECRET="v a l" \S*node \S*fault-server\.mjs "touch it"/;
		for (const args of [
			["test", "theirs"],
			["call", "theirs", "pid"],
		]) {
			const { code, stderr } = await mcp(...args);
			expect(code).toBe(1);
			expect(stderr).toMatch(run);
			expect(stderr).toContain("--trust-project-mcp");
		}
		const listed = await mcp("list");
		expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("not started") });
		expect(listed.stdout).toMatch(run);
		expect((await mcp("call", "theirs", "pid", "--trust-project-mcp")).stdout).toMatch(/^\d+\n$/);
	});
});

describe("a task", () => {
	let model: MockModel;
	beforeEach(async () => {
		model = await startMockModel();
	});
	afterEach(() => model.stop());

	const base = () => ["--cwd", cwd, "--storage", join(home, "s"), "--provider", "openai"];
	const start = (...args: readonly string[]) =>
		startKiln([...base(), "--base-url", model.openaiBaseUrl, "--model", "m", "--json", ...args, "do it"], {
			KILN_API_KEY: "test-key",
			HOME: home,
		});
	const use = (server: string, tool: string, input = "{}") =>
		`<use_mcp_tool>\n<server_name>${server}</server_name>\n<tool_name>${tool}</tool_name>\n<arguments>\n${input}\n</arguments>\n</use_mcp_tool>`;

	it("uses the person's server and ends it", async () => {
		configure(globalFile(), { mine: faultEntry(home) });
		model.script([use("mine", "pid"), complete()]);
		const { code, stdout, stderr } = await start("--auto-approve", "mcp").done;
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		const finished = jsonEvents(stdout).find((event) => event.type === "tool_finished");
		expect(finished).toMatchObject({ status: "ok" });
		expect(processesOf(home)).toEqual([]);
	});

	it("asks for each tool but those that the person's own file allows", async () => {
		configure(globalFile(), { mine: { ...faultEntry(home), alwaysAllow: ["pid"] } });
		model.script([use("mine", "pid"), use("mine", "env"), complete()]);
		const { code, stdout } = await start().done;
		expect(code).toBe(2);
		const asked = jsonEvents(stdout).filter((event) => event.type === "approval_asked");
		expect(JSON.stringify(asked.map(({ effects }) => effects))).toContain('"tool":"env"');
		expect(asked).toHaveLength(1);
		expect(processesOf(home)).toEqual([]);
	});

	it("names the command of a project's server that waits, and does not start it", async () => {
		configure(projectFile(), { theirs: faultEntry(cwd, "exit") });
		model.script([complete()]);
		const { code, stderr } = await start().done;
		expect(code).toBe(0);
		expect(stderr).toContain('The MCP server "theirs" of this project is not started. It would run: ');
		expect(stderr).toContain("fault-server.mjs exit");
		expect(stderr).not.toContain("bad luck");
		expect(JSON.stringify(model.requests())).not.toContain("theirs");
	});

	it("starts it with --trust-project-mcp, but asks for tools that the project allows itself", async () => {
		configure(projectFile(), { theirs: { ...faultEntry(cwd), alwaysAllow: ["pid"] } });
		model.script([use("theirs", "pid"), complete()]);
		const { code, stdout, stderr } = await start("--trust-project-mcp").done;
		expect(code).toBe(2);
		expect(stderr).not.toContain("would run");
		expect(jsonEvents(stdout).some((event) => event.type === "approval_asked")).toBe(true);
	});

	it("says that a server does not work and does the task all the same", async () => {
		configure(globalFile(), { bad: faultEntry(home, "exit"), none: { command: "no-such-program" } });
		model.script([complete()]);
		const { code, stderr } = await start().done;
		expect(code).toBe(0);
		expect(stderr).toContain('The MCP server "bad" does not work');
		expect(stderr).toContain('The program "no-such-program" was not found');
	});

	it("does not wait for a server that never answers, and ends it", async () => {
		configure(globalFile(), { slow: faultEntry(home, "hang") });
		model.script([complete()]);
		expect(await start().done).toMatchObject({ code: 0, stderr: "" });
		expect(processesOf(`${home}/fault-server.mjs`)).toEqual([]);
	});

	it("loads nothing of MCP when none is configured", async () => {
		writeTree(cwd, { ".kilocode/mcp.json": "// none yet\n{}" });
		model.script([complete()]);
		expect(await start().done).toMatchObject({ code: 0, stderr: "" });
	});

	it.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)("leaves no server behind after %s", async (signal) => {
		configure(globalFile(), { mine: faultEntry(home) });
		model.script([use("mine", "silent"), complete()]);
		const { child, done, stdout } = start("--auto-approve", "mcp");
		await expect.poll(stdout, { timeout: 20_000 }).toContain('"tool_started"');
		expect(processesOf(`${home}/fault-server.mjs`)).toHaveLength(1);
		child.kill(signal);
		expect((await done).code).toBe(signal === "SIGKILL" ? null : 130);
		await expect.poll(() => processesOf(`${home}/fault-server.mjs`), { timeout: 10_000 }).toEqual([]);
	});

	it("takes a server's prompt as a command", async () => {
		configure(globalFile(), { all: everythingStdio });
		model.script([complete()]);
		const args = [...base(), "--base-url", model.openaiBaseUrl, "--model", "m", "--json"];
		const text = "/mcp:all:args-prompt Oslo";
		const { code } = await kiln([...args, text], { KILN_API_KEY: "test-key", HOME: home });
		expect(code).toBe(0);
		expect(JSON.stringify(model.requests()[0])).toMatch(/<mcp_prompt server=\\"all\\" name=.*Oslo/);
	});
});
