import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A real, empty folder that is gone after the test. To be called from a test or a `beforeEach`. */
export function createTempDir(name = "kiln"): string {
	const path = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return path;
}

/** Writes files by relative path, parents included; a path that ends in `/` is an empty folder. */
export function writeTree(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
	for (const [path, content] of Object.entries(files)) {
		const target = join(root, path);
		if (path.endsWith("/")) {
			mkdirSync(target, { recursive: true });
			continue;
		}
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, content);
	}
}
