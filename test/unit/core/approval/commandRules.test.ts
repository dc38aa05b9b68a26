import { judgeCommand, parsePlainCommand } from "@core/approval/commandRules";
import { describe, expect, it } from "vitest";

const rules = { allow: ["git log", "npm test", "ls", "echo", "cat"], deny: ["git push", "rm"] };
const answer = (command: string) => judgeCommand(command, rules).answer;

describe("judgeCommand", () => {
	it.each([
		"git log",
		"git log -5",
		"  git  log --oneline ",
		"npm test",
		'git log "--author=A B"',
		"ls -la src",
	])("allows %j by a word-wise rule", (command) => expect(answer(command)).toBe("allow"));

	it.each([
		"git logx",
		"gitlog",
		"git",
		"git log\nrm x",
		"git log\r\ncurl e",
		"git log & x",
		"git log && x",
		"git log || x",
		"git log; x",
		"git log | x",
		"git log |& x",
		"git log $(x)",
		"git log `x`",
		"git log $((a[$(x)]))",
		"echo $" + "{x@P}",
		"echo $" + "{!x}",
		"echo $HOME",
		"cat <(x)",
		"ls >(x)",
		"cat <<< x",
		"echo hi > ~/.bashrc",
		"echo hi >> f",
		"ls 2>f",
		"ls >|f",
		"ls &>f",
		"PAGER=x git log",
		"git -c core.pager=x log",
		"git --exec-path=x log",
		"git log --output=f",
		"git log --ext-diff",
		"ls;x",
		"\\ls",
		"ls(){ x; };ls",
		"env ls",
		"command ls",
		"eval ls",
		"exec ls",
		"source ls",
		"xargs ls",
		"sudo ls",
		"echo {a,b}",
		"echo 'unterminated",
		"echo $'\\x0a'",
		"ls # && rm x",
		"ls \u2028 x",
		"ls \u200b",
		"lѕ",
		"ls \0",
		"ls \\\n -la",
		"=ls",
		"ls ~root",
		"",
		"   ",
		"ls !x",
		"ls %PATH%",
		"ls ^x",
	])("asks about %j", (command) => expect(answer(command)).toBe("ask"));

	it("denies before it allows, also when the command is more than a plain one", () => {
		expect(answer("git push origin")).toBe("deny");
		expect(answer("rm -rf x && git log")).toBe("deny");
	});

	it("matches every plain command with *, but none that deletes recursively or runs another", () => {
		const all = { allow: ["*"], deny: [] };
		expect(judgeCommand("make all", all).answer).toBe("allow");
		expect(judgeCommand("make all; x", all).answer).toBe("ask");
		expect(judgeCommand("rm -rf src", all).answer).toBe("ask");
		expect(judgeCommand("rm -fR src", all).answer).toBe("ask");
		expect(judgeCommand("find . -delete", all).answer).toBe("ask");
		expect(judgeCommand("rg --pre=x y", all).answer).toBe("ask");
		expect(judgeCommand("sed -i s/a/b/ f", all).answer).toBe("ask");
		expect(judgeCommand("/usr/bin/env x", all).answer).toBe("ask");
	});

	it("says why it asks", () => {
		expect(judgeCommand("ls > f", rules)).toEqual({
			answer: "ask",
			reason: "the command uses shell syntax (>)",
		});
		expect(judgeCommand("make", rules)).toEqual({ answer: "ask", reason: "no rule allows this command" });
	});
});

describe("parsePlainCommand", () => {
	it("takes quotes off and keeps white space in them", () => {
		expect(parsePlainCommand(`git commit -m "a  b" 'c d'`).words).toEqual([
			"git",
			"commit",
			"-m",
			"a  b",
			"c d",
		]);
	});
});
