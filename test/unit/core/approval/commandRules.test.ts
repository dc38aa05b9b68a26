import { judgeCommand } from "@core/approval/commandRules";
import { parsePlainCommand } from "@core/approval/plainCommand";
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
		"git log\nls",
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
		"ls # && x",
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

describe("deny rules", () => {
	const denying = (deny: string) => ({ allow: ["*"], deny: [deny] });

	it.each([
		["/usr/bin/git push", "git push"],
		["git -C . push", "git push"],
		["git -c a=b --no-pager push origin", "git push"],
		["git --git-dir .git push", "git push"],
		["GIT push", "git push"],
		["git.exe push", "git push"],
		["'git' push", "git push"],
		["git push", "/usr/bin/git push"],
		["ls; rm x", "rm"],
		["ls && rm x", "rm"],
		["ls | rm", "rm"],
		["ls\nrm x", "rm"],
		["ls\r\nrm x", "rm"],
		["ls & /bin/rm x", "rm"],
		["echo $(rm x)", "rm"],
		["echo `rm x`", "rm"],
		["(rm x)", "rm"],
		["{ rm x; }", "rm"],
		["\\rm x", "rm"],
		["r\\m x", "rm"],
		["r''m x; ls", "rm"],
		["A=b rm x", "rm"],
		["! rm x", "rm"],
		["if rm x; then ls; fi", "rm"],
		["sudo -u a rm x", "rm"],
		["timeout 5 rm x", "rm"],
		["bash -c 'rm x'", "rm"],
		["npx rm x", "rm"],
		["C:\\Git\\bin\\git.exe push", "git push"],
		["npm --prefix x publish", "npm publish"],
		["ls", "*"],
		["git push", "git *"],
	])("%j is denied by %j", (command, rule) => {
		expect(judgeCommand(command, denying(rule)).answer).toBe("deny");
	});

	it.each([
		["git log push", "git push"],
		["git --no-pager log push", "git push"],
		["git pushx", "git push"],
		["echo rm", "rm"],
		["rmdir x", "rm"],
		["npm run publish", "npm publish"],
		["make", " "],
	])("%j is not denied by %j", (command, rule) => {
		expect(judgeCommand(command, denying(rule)).answer).toBe("allow");
	});
});

describe("commands that always ask", () => {
	const all = { allow: ["*"], deny: [] };

	it.each([
		["git grep -O./e.sh b"],
		["git grep -5O./e.sh b"],
		["git grep --open=x b"],
		["git rebase --exec x"],
		["git rebase --ex x"],
		["git rebase -ix x"],
		["git push --receive-pack=x"],
		["git fetch --upload-pack x"],
		["git clone -u x y"],
		["git clone -qu x y"],
		["git clone --template=x y"],
		["git clone 'ext::x y'"],
		["git archive -o x HEAD"],
		["git log --outp=f"],
		["git -C x status"],
		["git --work-tree=x status"],
		["git config core.fsmonitor x"],
		["git config core.fsmonitor get"],
		["git bisect run x"],
		["git submodule foreach x"],
		["git difftool -x y"],
		["git credential fill"],
		["git clean -fdx"],
		["sed '1e touch pwn' f"],
		["sed -n '1w f' g"],
		["sed -ni s/a/b/ f"],
		["sed s/a/b/ f -i"],
		["sed s/a/b/e f"],
		["sed s/a/b/w f"],
		["sed s/a/b/gw f"],
		["sed s/a/b/ --in-pl f"],
		["sed -f x f"],
		["sed s/a/b/ *"],
		["sort --out=f g"],
		["sort -uo f g"],
		["sort --compress-program=x g"],
		["sort --comp x g"],
		["tar --use-compress-program=x -cf a b"],
		["tar --use=x -cf a b"],
		["tar cIf x a b"],
		["tar -xC / -f a"],
		["tar -C / -xf a"],
		["tar cf a *"],
		["rg --hostname-bin=x y"],
		["rg --pre x y"],
		["rm --recurs x"],
		["rm -fr x"],
		["rm * x"],
		["/bin/rm -r x"],
		["rd /s x"],
		["Remove-Item -Recurse x"],
		["find . -name x -execdir y"],
		["fd -x y"],
		["bash -c 'rm -r src'"],
		["timeout 5 rm -rf src"],
		["busybox rm -rf x"],
		["coproc rm x"],
		["not rm x"],
		["ssh h x"],
		["mkfs.ext4 /dev/sda"],
		["powershell -EncodedCommand x"],
		["pwsh.exe -enc x"],
		["CMD /c x"],
		["awk x f"],
		["node -e x"],
		["node -pe x"],
		["node --eval=x"],
		["node --import=data:text/javascript,x f.js"],
		["python -c x"],
		["python3.12 -Ic x"],
		["perl -ne x"],
		["perl -MX=y f"],
		["ruby -e x"],
		["php -r x"],
		["deno eval x"],
		["make --eval=x"],
		["npm exec -- rm -rf src"],
		["npx --yes bash x"],
		["pnpm dlx rm -r x"],
		["docker run --rm x sh"],
		["go test -exec x"],
		["rsync -ae x a b"],
		["cat .env"],
		["cat --file=config/.env.local"],
		["cp id_rsa x"],
		["cp x .git/hooks/pre-commit"],
		["tee .vscode/tasks.json"],
	])("%j is covered by no rule", (command) => {
		const exact = { allow: [command, command.split(" ")[0] ?? ""], deny: [] };
		expect(judgeCommand(command, all).answer).toBe("ask");
		expect(judgeCommand(command, exact).answer).toBe("ask");
	});

	it.each([
		["git grep -n b"],
		["git --no-pager log --oneline"],
		["git push -u origin main"],
		["git switch -c x"],
		["git config --get user.name"],
		["git commit -m 'a message'"],
		["git diff --exit-code --color"],
		["sed -n 5p f"],
		["sed -n 5,10p f"],
		["sed s/a/b/g2 f"],
		["sed -E s/a+/b/ f"],
		["sort -u f"],
		["sort -rnk2 f"],
		["tar xzf a.tgz"],
		["tar -tvf a.tar"],
		["rg -n --hidden x"],
		["rg x -g '*.ts'"],
		["find . -name '*.ts'"],
		["ls *"],
		["rm x"],
		["node script.js"],
		["node --test --enable-source-maps x.js"],
		["python -m pytest -x"],
		["npm exec -- tsc"],
		["npx vitest run"],
		["npm run build"],
		["make all"],
		["go test ./..."],
		["cp a b"],
		["cat .vscode/settings.json"],
	])("%j stays matchable", (command) => expect(judgeCommand(command, all).answer).toBe("allow"));
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
