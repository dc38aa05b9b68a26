import { execFileSync } from "node:child_process";
import { createTempDir, writeTree } from "./tempDir";

/** A real repository without any commit. To be called from a test or a `beforeEach`. */
export interface TestRepository {
	readonly root: string;
	git(...args: readonly string[]): string;
	/** writes files and commits everything; returns the hash */
	commit(message: string, files: Readonly<Record<string, string | Uint8Array>>): string;
}

export function createTestRepository(): TestRepository {
	const root = createTempDir("kiln-git");
	const identity = {
		GIT_AUTHOR_NAME: "A",
		GIT_AUTHOR_EMAIL: "a@x.test",
		GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
	};
	const committer = { GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@x.test" };
	const env = {
		...process.env,
		...identity,
		...committer,
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "/dev/null",
	};
	const git = (...args: readonly string[]) =>
		execFileSync("git", args, { cwd: root, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
	git("init", "-q", "-b", "main");
	return {
		root,
		git,
		commit(message, files) {
			writeTree(root, files);
			git("add", "-A");
			git("commit", "-q", "--allow-empty", "-m", message);
			return git("rev-parse", "HEAD").trim();
		},
	};
}
