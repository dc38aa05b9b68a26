import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { runCli } from "@hosts/terminal/runCli";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createTempDir } from "../../unit/support/tempDir";
import { everythingStdio } from "../mcp/support/everything";
import { startMockModel } from "../support/mockModel";
import { type NotesServer, pressButton, startNotesServer } from "../support/notesServer";
import { kiln, startKiln } from "../support/runKiln";
import { call, calls, sayIn } from "../support/scriptedCalls";

let home: string;
let cwd: string;
let notes: NotesServer;

beforeEach(async () => {
	home = createTempDir("kiln-home");
	cwd = createTempDir("kiln-mcp");
	notes = await startNotesServer();
	onTestFinished(() => notes.stop());
	const file = join(home, ".kilocode", "mcp_settings.json");
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(
		file,
		JSON.stringify({
			mcpServers: { notes: { url: notes.url }, program: { command: "x" }, all: everythingStdio },
		}),
	);
});

const tokenFile = () => join(home, ".kiln", "mcp_sign_ins.json");
const mcp = (verb: string, ...args: readonly string[]) =>
	kiln(["mcp", verb, "--cwd", cwd, ...args], { HOME: home });

/** Starts `sign-in` and gives the page that it names. */
async function startSignIn(...args: readonly string[]) {
	const run = startKiln(["mcp", "sign-in", "notes", "--cwd", cwd, ...args], { HOME: home });
	const page = () => /^http:\S+$/m.exec(run.stdout())?.[0];
	await expect.poll(page, { timeout: 20_000 }).toBeDefined();
	return { run, page: page() ?? "" };
}

async function signIn(): Promise<void> {
	const { run, page } = await startSignIn();
	await pressButton(page, "approve");
	expect(await run.done).toMatchObject({ code: 0, stderr: "" });
}

describe("kiln mcp sign-in and sign-out", () => {
	it("signs in once for all commands, keeps the tokens from others, and renews them", async () => {
		const refused = await mcp("test", "notes");
		expect(refused.code).toBe(1);
		expect(refused.stderr).toContain("It wants you to sign in (HTTP 401). Sign in: kiln mcp sign-in notes");
		expect(existsSync(tokenFile())).toBe(false);
		await signIn();
		expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);
		expect((await mcp("call", "notes", "read")).stdout).toBe("Buy milk\n");
		notes.auth.expire();
		expect(await mcp("call", "notes", "read")).toMatchObject({ code: 0, stdout: "Buy milk\n" });
		expect((await mcp("list")).stdout).toContain("notes (global): 2 tools");
		expect(await mcp("sign-in", "notes")).toMatchObject({
			code: 0,
			stdout: 'You are signed in to it already: "notes".\n',
		});
		expect(notes.auth.counts).toEqual({ registered: 1, refreshed: 1, reused: 0 });
	});

	it("renews once for two processes that come at once", async () => {
		await signIn();
		notes.auth.expire();
		const results = await Promise.all([mcp("call", "notes", "read"), mcp("call", "notes", "read")]);
		expect(results.map(({ code }) => code)).toEqual([0, 0]);
		expect(notes.auth.counts).toMatchObject({ refreshed: 1, reused: 0 });
	});

	it("signs out, and the server asks again", async () => {
		await signIn();
		const out = await mcp("sign-out", "notes");
		expect(out).toMatchObject({ code: 0, stderr: "" });
		expect(out.stdout).toContain('You have signed out of "notes"');
		expect(readFileSync(tokenFile(), "utf8")).not.toContain("access-");
		expect((await mcp("sign-out", "notes")).stdout).toBe('You were not signed in to "notes".\n');
		expect((await mcp("call", "notes", "read")).stderr).toContain("kiln mcp sign-in notes");
		expect((await mcp("sign-out", "program")).stderr).toContain("it has no sign-in");
	});

	it("signs out of a server that is removed", async () => {
		await signIn();
		expect(await mcp("remove", "notes")).toMatchObject({ code: 0, stderr: "" });
		expect(readFileSync(tokenFile(), "utf8")).not.toContain("access-");
		expect(await mcp("remove", "program")).toMatchObject({ code: 0, stderr: "" });
	});

	it("names the command when a tool needs more rights, and gives them", async () => {
		await signIn();
		const refused = await mcp("call", "notes", "write");
		expect(refused.code).toBe(1);
		expect(refused.stderr).toContain("rights that you have not given yet");
		expect(refused.stderr).toContain("kiln mcp sign-in notes");
	});

	it("ends with Ctrl+C, with the person's no, and with the time", async () => {
		const stopped = await startSignIn();
		stopped.run.child.kill("SIGINT");
		expect((await stopped.run.done).code).toBe(130);
		const denied = await startSignIn();
		await pressButton(denied.page, "deny");
		const { code, stderr } = await denied.run.done;
		expect(code).toBe(1);
		expect(stderr).toContain("The sign-in was refused in the browser.");
		expect((await (await startSignIn("--timeout", "1")).run.done).stderr).toContain(
			"Nobody signed in within 1 s.",
		);
	});

	it("leaves a file that it does not understand as it is, and says which", async () => {
		mkdirSync(dirname(tokenFile()), { recursive: true });
		writeFileSync(tokenFile(), "{ broken");
		for (const verb of ["test", "sign-in", "sign-out"]) {
			const { code, stderr } = await mcp(verb, "notes");
			expect(code).toBe(1);
			expect(stderr).toContain(
				`${tokenFile()}, which holds your sign-ins to MCP servers, cannot be understood`,
			);
		}
		expect(readFileSync(tokenFile(), "utf8")).toBe("{ broken");
	});

	it("is used by tasks, which never wait for a browser", async () => {
		const model = await startMockModel();
		onTestFinished(() => model.stop());
		const say = sayIn("xml");
		const use = call("use_mcp_tool", { server_name: "notes", tool_name: "read", arguments: "{}" });
		const task = () => {
			model.script([say(use), say(calls.complete("done"))]);
			const address = ["--provider", "openai", "--base-url", model.openaiBaseUrl, "--model", "m"];
			const storage = ["--storage", join(home, "storage"), "--auto-approve", "all"];
			const environment = { HOME: home, KILN_API_KEY: "k" };
			return kiln(["--cwd", cwd, ...address, ...storage, "read my notes"], environment);
		};
		const without = await task();
		expect(without.stderr).toContain("kiln mcp sign-in notes");
		expect(notes.log).not.toContain("read");
		await signIn();
		expect((await task()).stderr).not.toContain('"notes"');
		expect(notes.log).toContain("read");
	});

	it("takes the address by hand at a terminal", async () => {
		const terminal = atTerminal("sign-in", "notes");
		const page = () => /^http:\S+$/m.exec(terminal.shown())?.[0];
		await expect.poll(page, { timeout: 20_000 }).toBeDefined();
		await terminal.sees("paste that page's address here");
		terminal.type("what?");
		await terminal.sees("not the address that the sign-in ended at");
		const id = /id=([\w-]+)/.exec(await (await fetch(page() ?? "")).text())?.[1] ?? "";
		terminal.type(notes.auth.decide(id, "approve"));
		expect(await terminal.code).toBe(0);
		await terminal.sees('You are signed in to "notes".');
	});
});

describe("a server's question", () => {
	const ask = ["call", "all", "trigger-elicitation-request"] as const;

	it("is asked at a terminal, field by field", async () => {
		const terminal = atTerminal(...ask);
		await terminal.sees("Answer it? [y]es");
		terminal.type("y");
		await terminal.sees("String");
		terminal.type("Ada Lovelace");
		// nothing stands for what the server suggests
		const typing = setInterval(() => terminal.type(""), 20);
		onTestFinished(() => clearInterval(typing));
		expect(await terminal.code).toBe(0);
		await terminal.sees("Ada Lovelace");
	});

	it("is none where the answer is for a program", async () => {
		const terminal = atTerminal(...ask, "--json");
		expect(await terminal.code).toBe(1);
		expect(terminal.shown()).not.toContain("Answer it?");
	});

	it("is none where nobody is there", async () => {
		const { code, stderr } = await mcp(...ask);
		expect(code).toBe(1);
		expect(stderr).toContain("trigger-elicitation-request");
	});
});

/** The command line in this process, at a terminal that is none. */
function atTerminal(...args: readonly string[]) {
	const stdin = Object.assign(new PassThrough(), { isTTY: true });
	const stdout = new PassThrough();
	const stderr = Object.assign(new PassThrough(), { isTTY: true });
	let shown = "";
	for (const stream of [stdout, stderr]) {
		stream.on("data", (data) => {
			shown += String(data);
		});
	}
	const code = runCli({
		argv: ["mcp", ...args, "--cwd", cwd],
		environment: { PATH: process.env.PATH },
		currentFolder: cwd,
		homeDir: home,
		assetsDir: "",
		version: "0",
		stdin: stdin as unknown as NodeJS.ReadStream,
		stdout: stdout as unknown as NodeJS.WriteStream,
		stderr: stderr as unknown as NodeJS.WriteStream,
		onInterrupt: () => {},
	});
	return {
		code,
		shown: () => shown,
		sees: (text: string) => expect.poll(() => shown, { timeout: 20_000 }).toContain(text),
		type: (line: string) => void stdin.write(`${line}\n`),
	};
}
