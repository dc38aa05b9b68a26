import { shellArguments } from "@services/terminal/shellArguments";
import { describe, expect, it } from "vitest";

describe("shellArguments", () => {
	it.each(["/bin/bash", "/bin/sh", "/usr/bin/fish", "C:\\Program Files\\Git\\bin\\bash.exe"])(
		"hands the text to %s as one argument",
		(shell) => {
			const command = "echo \"a b\" 'c'\ncat <<X\n$y\nX";
			expect(shellArguments(shell, command)).toEqual({
				file: shell,
				args: ["-c", command],
				isVerbatim: false,
			});
		},
	);

	it("keeps a command that begins like an option from being one", () => {
		expect(shellArguments("/bin/bash", "-x").args).toEqual(["-c", " -x"]);
	});

	it("quotes for cmd.exe as a whole and leaves the inside alone", () => {
		const { args, isVerbatim } = shellArguments("C:\\Windows\\System32\\cmd.exe", 'dir "C:\\a b" & ver');
		expect(args).toEqual(["/d", "/s", "/c", '"chcp 65001>nul & dir "C:\\a b" & ver"']);
		expect(isVerbatim).toBe(true);
	});

	it.each(["a\nb", "a\r\nb"])("refuses several lines for cmd.exe: %j", (command) => {
		expect(() => shellArguments("cmd.exe", command)).toThrow(/only one line/);
	});

	it.each(["powershell.exe", "C:\\Program Files\\PowerShell\\7\\pwsh.exe", "/usr/bin/pwsh"])(
		"lets %s end with the program's exit code",
		(shell) => {
			const { args, isVerbatim } = shellArguments(shell, "npm test\nWrite-Host 'done'");
			expect(args.slice(0, 4)).toEqual(["-NoLogo", "-NoProfile", "-NonInteractive", "-Command"]);
			const lines = args[4]?.split("\n") ?? [];
			expect(lines.slice(1, 3)).toEqual(["npm test", "Write-Host 'done'"]);
			expect(lines.at(-1)).toContain("exit $LASTEXITCODE");
			expect(isVerbatim).toBe(false);
		},
	);

	it("refuses a NUL", () => {
		expect(() => shellArguments("/bin/sh", "a\0b")).toThrow(/NUL/);
	});
});
