// The folder that `npm start` opens: the person's own, or a copy of the sample project to play with.
import { cpSync, existsSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ScriptError, say } from "./progress.mjs";
import { sampleWorkspace } from "./project.mjs";
import { findOnPath, run } from "./run.mjs";

/**
 * The copy lies outside this repository, whose ignore rules would hide its files from search, and is a git
 * repository of its own, so that Kiln's changes show in the source control view. It is kept from start to start.
 * @param {{ workspace?: string, fresh: boolean }} options
 * @returns {Promise<string>} the folder to open
 */
export async function prepareWorkspace({ workspace, fresh }) {
	if (workspace) {
		if (existsSync(workspace) && statSync(workspace).isDirectory()) return workspace;
		throw new ScriptError(`${workspace} is not a folder.`);
	}
	const copy = join(tmpdir(), `kiln-sample-${userInfo().username}`);
	if (fresh) rmSync(copy, { recursive: true, force: true });
	if (existsSync(copy)) {
		say(`using the sample project in ${copy} as you left it (--fresh makes it anew)`);
		return copy;
	}
	say(`copying the sample project to ${copy}`);
	cpSync(sampleWorkspace, copy, { recursive: true });
	if (findOnPath("git")) await commitAll(copy);
	return copy;
}

/** Best effort: without a commit the sample works as well. */
async function commitAll(cwd) {
	const author = [
		"-c",
		"user.name=Kiln sample",
		"-c",
		"user.email=sample@kiln.invalid",
		"-c",
		"commit.gpgsign=false",
	];
	const steps = [
		["init", "--quiet"],
		["add", "--all"],
		[...author, "commit", "--quiet", "--no-verify", "--message", "Sample project"],
	];
	for (const args of steps) {
		const { code } = await run("git", args, { cwd, capture: true });
		if (code !== 0) return;
	}
}
