import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChangesScope, readCommit, readWorkingChanges } from "@services/git/gitChanges";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../support/tempDir";
import { createTestRepository, type TestRepository } from "../../support/testRepository";

let repository: TestRepository;
let hidden: string[];

beforeEach(() => {
	repository = createTestRepository();
	hidden = [];
});

function scope(options: Partial<ChangesScope> = {}): ChangesScope {
	return {
		cwd: repository.root,
		variables: process.env as Record<string, string>,
		signal: new AbortController().signal,
		maxBytes: 100_000,
		isHidden: (path) => hidden.some((each) => path.startsWith(join(repository.root, each))),
		...options,
	};
}

describe("working changes", () => {
	it("are status lines and the diff of tracked files, staged or not", async () => {
		repository.commit("first", { "a.txt": "one\n", "b.txt": "two\n", "old name.txt": "three\nfour\n" });
		writeTree(repository.root, { "a.txt": "ONE\n", "b.txt": "TWO\n", "neu/ü.txt": "new\n" });
		repository.git("add", "b.txt");
		repository.git("mv", "old name.txt", "new name.txt");
		const { text = "", ...rest } = (await readWorkingChanges(scope())) ?? {};
		expect(text.split("\n\n")[0]?.split("\n").sort()).toEqual([
			" M a.txt",
			"?? neu/",
			"M  b.txt",
			"R  old name.txt -> new name.txt",
		]);
		expect(text).toContain("-one\n+ONE");
		expect(text).toContain("-two\n+TWO");
		expect(rest).toEqual({ isCut: false, hasHidden: false });
	});

	it("are empty when nothing has changed", async () => {
		repository.commit("first", { "a.txt": "one\n" });
		expect(await readWorkingChanges(scope())).toEqual({ text: "", isCut: false, hasHidden: false });
	});

	it("are told before the first commit, too", async () => {
		writeTree(repository.root, { "a.txt": "one\n" });
		repository.git("add", "a.txt");
		expect((await readWorkingChanges(scope()))?.text).toContain("+one");
	});

	it("do not exist outside of a repository", async () => {
		expect(await readWorkingChanges(scope({ cwd: createTempDir() }))).toBeUndefined();
	});

	it("are those below the folder", async () => {
		repository.commit("first", { "a.txt": "one\n", "sub/b.txt": "two\n" });
		writeTree(repository.root, { "a.txt": "ONE\n", "sub/b.txt": "TWO\n" });
		const changes = await readWorkingChanges(scope({ cwd: join(repository.root, "sub") }));
		expect(changes?.text).toContain("+TWO");
		expect(changes?.text).not.toContain("ONE");
	});

	it("leave out what is hidden, also names, untracked folders and both ends of a move", async () => {
		repository.commit("first", { "a.txt": "one\n", "secret/key": "key\nkey\n", "*?[x].txt": "odd\n" });
		hidden.push("secret", "*?[x].txt");
		writeTree(repository.root, { "a.txt": "ONE\n", "*?[x].txt": "ODD\n", "secret/more": "more\n" });
		repository.git("mv", "secret/key", "moved");
		const changes = await readWorkingChanges(scope());
		expect(changes?.text).toMatch(/^ M a\.txt\n\n/);
		expect(changes?.text).not.toMatch(/key|secret|moved|more|ODD|\[x\]/);
		expect(changes?.hasHidden).toBe(true);
	});

	it("are cut at the limit, at a whole character", async () => {
		repository.commit("first", { "a.txt": "" });
		writeTree(repository.root, { "a.txt": "ä".repeat(200_000) });
		const changes = await readWorkingChanges(scope({ maxBytes: 1001 }));
		expect(changes?.isCut).toBe(true);
		expect(Buffer.byteLength(changes?.text ?? "")).toBeLessThan(1100);
		expect(changes?.text).not.toContain("\ufffd");
	});
});

describe("a commit", () => {
	it("is its message, files and diff", async () => {
		repository.commit("first", { "a.txt": "one\n" });
		const hash = repository.commit("second\n\nWhy it was made.", { "a.txt": "two\n" });
		const { text = "" } = (await readCommit(hash.slice(0, 7), scope())) ?? {};
		expect(text).toContain(`commit ${hash}\nAuthor: A <a@x.test>\nDate: 2026-01-01T00:00:00`);
		expect(text).toContain("Why it was made.");
		expect(text).toMatch(/a\.txt \| 2 \+-/);
		expect(text).toContain("-one\n+two");
	});

	it("may be the first, empty, or a merge", async () => {
		const first = repository.commit("first", { "a.txt": "one\n" });
		const empty = repository.commit("nothing in it", {});
		repository.git("checkout", "-q", "-b", "side", first);
		repository.commit("side", { "b.txt": "side\n" });
		repository.git("checkout", "-q", "main");
		repository.git("merge", "-q", "--no-ff", "-m", "merged", "side");
		const merge = repository.git("rev-parse", "HEAD").trim();
		expect((await readCommit(first, scope()))?.text).toContain("+one");
		expect((await readCommit(empty, scope()))?.text).toContain("nothing in it");
		const shown = (await readCommit(merge, scope()))?.text;
		expect(shown).toContain("merged");
		expect(shown).toContain("+side");
	});

	it("leaves out what is hidden and says so", async () => {
		const hash = repository.commit("both", { "a.txt": "one\n", secret: "key\n" });
		hidden.push("secret");
		const commit = await readCommit(hash, scope());
		expect(commit?.text).toContain("+one");
		expect(commit?.text).not.toMatch(/key|secret/);
		expect(commit?.hasHidden).toBe(true);
	});

	it("does not exist by another name", async () => {
		repository.commit("first", { "a.txt": "one\n" });
		expect(await readCommit("0123456789", scope())).toBeUndefined();
		expect(await readCommit("deadbeef", scope({ cwd: createTempDir() }))).toBeUndefined();
	});
});

describe("nothing of the repository is run", () => {
	const mark = () => join(repository.root, "..", `${repository.root.split("/").at(-1)}-ran`);
	const run = () => `touch ${mark()}; cat`;

	function expectNothingRan(): void {
		const hasRun = existsSync(mark());
		rmSync(mark(), { force: true });
		expect(hasRun).toBe(false);
	}

	it("not its filters, diff drivers, monitor, hooks and signature program", async () => {
		repository.commit("first", { "a.txt": "one\n", "b.txt": "b\n" });
		const settings = {
			"filter.evil.clean": run(),
			"filter.evil.smudge": run(),
			"filter.evil.required": "true",
			"filter.two.process": run(),
			"diff.evil.command": run(),
			"diff.evil.textconv": run(),
			"diff.external": run(),
			"core.fsmonitor": run(),
			"core.pager": run(),
			"log.showSignature": "true",
			"gpg.program": run(),
		};
		for (const [name, value] of Object.entries(settings)) repository.git("config", name, value);
		writeTree(repository.root, {
			".gitattributes": "a.txt filter=evil diff=evil\nb.txt filter=two\n",
			"a.txt": "two\n",
			"b.txt": "c\n",
			".git/hooks/post-index-change": `#!/bin/sh\n${run()}\n`,
		});
		const hash = repository.git("-c", "core.fsmonitor=false", "rev-parse", "HEAD").trim();
		rmSync(mark(), { force: true });
		expect((await readWorkingChanges(scope()))?.text).toContain("+two");
		expect((await readCommit(hash, scope()))?.text).toContain("+one");
		expectNothingRan();
	});

	it("not the programs that the environment names", async () => {
		repository.commit("first", { "a.txt": "one\n" });
		writeTree(repository.root, { "a.txt": "two\n" });
		const names = ["GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_DIR", "GIT_EXEC_PATH"];
		const variables = { ...process.env, ...Object.fromEntries(names.map((name) => [name, run()])) };
		const changes = await readWorkingChanges(scope({ variables: variables as Record<string, string> }));
		expect(changes?.text).toContain("+two");
		expectNothingRan();
	});

	it("not a filter behind more of them than are listed", async () => {
		repository.commit("first", { "a.txt": "one\n" });
		const others = Array.from({ length: 2000 }, (_, at) => `[filter "${"x".repeat(40)}${at}"]\n\tclean =\n`);
		const evil = `[filter "evil"]\n\tclean = ${JSON.stringify(run())}\n`;
		appendFileSync(join(repository.root, ".git/config"), `${others.join("")}${evil}`);
		writeTree(repository.root, { ".gitattributes": "a.txt filter=evil\n", "a.txt": "two\n" });
		await expect(readWorkingChanges(scope())).rejects.toMatchObject({ code: "path_refused" });
		expectNothingRan();
	});

	it("not by a git that does not tell which filters are the repository's", async () => {
		const git = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
		const bin = createTempDir();
		const script = `#!/bin/sh\ncase "$*" in *--show-scope*) exit 129;; esac\nexec ${git} "$@"\n`;
		writeFileSync(join(bin, "git"), script, { mode: 0o755 });
		const variables = { ...process.env, PATH: `${bin}:${process.env.PATH}` } as Record<string, string>;
		await expect(readWorkingChanges(scope({ variables }))).rejects.toMatchObject({ code: "command_failed" });
	});

	it("and a work tree elsewhere is refused", async () => {
		const elsewhere = createTempDir();
		writeFileSync(join(elsewhere, "private.txt"), "private");
		repository.commit("first", { "a.txt": "one\n" });
		repository.git("config", "core.worktree", elsewhere);
		const changes = readWorkingChanges(scope({ cwd: repository.root }));
		await expect(changes).rejects.toMatchObject({ code: "path_refused" });
	});
});

it("ends with an abort", async () => {
	const controller = new AbortController();
	const changes = readWorkingChanges(scope({ signal: controller.signal }));
	controller.abort();
	await expect(changes).rejects.toMatchObject({ name: "AbortError" });
});

it("says that git is missing", async () => {
	const variables = { PATH: "/nowhere" };
	await expect(readWorkingChanges(scope({ variables }))).rejects.toMatchObject({ code: "command_failed" });
});
