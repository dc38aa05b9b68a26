import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandShell } from "@hosts/vscode/ports/commandShell";
import { ensureStorage } from "@hosts/vscode/ports/ensureStorage";
import { findRipgrep } from "@hosts/vscode/ports/findRipgrep";
import { loginShellEnvironment } from "@hosts/vscode/ports/loginShellEnvironment";
import { toTerminalText } from "@hosts/vscode/ports/toTerminalText";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "kiln-environment-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A start-up script under a shell's name, in place of the shell. */
function fakeShell(name: string, script: string): string {
	const path = join(mkdtempSync(join(folder, "shell-")), name);
	writeFileSync(path, `#!/bin/sh\n${script}\n`);
	chmodSync(path, 0o755);
	return path;
}

describe.skipIf(process.platform === "win32")("loginShellEnvironment", () => {
	it("sees what a start-up file sets, past anything it prints", async () => {
		const shell = fakeShell("bash", 'echo Welcome; export KILN_TEST_PATH="from start-up"; exec sh -c "$4"');
		expect((await loginShellEnvironment(shell))?.KILN_TEST_PATH).toBe("from start-up");
	});

	it("works with the real shell", async () => {
		expect(await loginShellEnvironment("/bin/sh")).toMatchObject({ PATH: expect.any(String) });
	});

	it("gives up on a start-up file that hangs", async () => {
		expect(await loginShellEnvironment(fakeShell("zsh", "sleep 60"), 200)).toBeUndefined();
	});

	it.each([
		["fails", () => fakeShell("bash", "exit 3")],
		["is not there", () => "/nowhere/bash"],
		["is not known", () => "/bin/nushell"],
	])("gives nothing for a shell that %s", async (_, shell) => {
		expect(await loginShellEnvironment(shell())).toBeUndefined();
	});
});

describe.skipIf(process.platform === "win32")("commandShell", () => {
	it("takes the user's shell when it speaks POSIX, another one when not", () => {
		expect(commandShell("/bin/sh")).toBe("/bin/sh");
		expect(commandShell("/usr/bin/fish")).toMatch(/\/(ba|z|k|da)?sh$/);
		expect(commandShell("")).toMatch(/\/(ba|z|k|da)?sh$/);
	});
});

describe("findRipgrep", () => {
	it.each([
		"node_modules/@vscode/ripgrep/bin",
		"node_modules/@vscode/ripgrep-universal/bin",
		"node_modules.asar.unpacked/@vscode/ripgrep/bin",
	])("finds it in %s", (place) => {
		const appRoot = mkdtempSync(join(folder, "app-"));
		mkdirSync(join(appRoot, place), { recursive: true });
		const name = process.platform === "win32" ? "rg.exe" : "rg";
		writeFileSync(join(appRoot, place, name), "");
		expect(findRipgrep(appRoot)).toBe(join(appRoot, place, name));
	});

	it("says so when there is none", () => {
		expect(findRipgrep(folder)).toBeUndefined();
	});
});

describe("ensureStorage", () => {
	it("makes the folder", async () => {
		await ensureStorage(join(folder, "a", "b"));
		await ensureStorage(join(folder, "a", "b"));
	});

	it("names a folder that cannot be made", async () => {
		writeFileSync(join(folder, "file"), "");
		await expect(ensureStorage(join(folder, "file", "sub"))).rejects.toMatchObject({
			code: "storage_unwritable",
			hint: expect.any(String),
		});
	});
});

describe("toTerminalText", () => {
	it("adds carriage returns, once", () => {
		expect(toTerminalText("a\nb\r\nc\rd\n\n")).toBe("a\r\nb\r\nc\rd\r\n\r\n");
	});
});
