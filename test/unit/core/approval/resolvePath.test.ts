import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PathScope, resolvePath, toAbsolute, toDisplay } from "@core/approval/resolvePath";
import { beforeEach, describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";

let scope: PathScope;
let outside: string;

beforeEach(() => {
	const cwd = createTempDir("kiln-ws");
	outside = createTempDir("kiln-out");
	scope = { cwd, roots: [cwd], homeDir: outside, storageRoot: join(outside, "storage") };
	mkdirSync(join(cwd, "src"));
	writeFileSync(join(cwd, "src/a.ts"), "a");
});

describe("resolvePath", () => {
	it("takes a path inside, existing or not, as inside", async () => {
		expect(await resolvePath("src/a.ts", scope)).toMatchObject({
			isInsideWorkspace: true,
			display: "src/a.ts",
		});
		expect(await resolvePath("src/new/deep/b.ts", scope)).toMatchObject({ isInsideWorkspace: true });
		expect(await resolvePath(".", scope)).toMatchObject({ isInsideWorkspace: true, display: "." });
	});

	it.each(["../x", "/etc/passwd", "~/x", "src/../../x"])("takes %s as outside", async (given) => {
		expect(await resolvePath(given, scope)).toMatchObject({ isInsideWorkspace: false });
	});

	it("is not fooled by a folder whose name begins like the workspace's", async () => {
		expect(await resolvePath(`${scope.cwd}-evil/x`, scope)).toMatchObject({ isInsideWorkspace: false });
	});

	it("follows links of files, folders and ancestors out of the workspace", async () => {
		writeFileSync(join(outside, "secret"), "s");
		symlinkSync(join(outside, "secret"), join(scope.cwd, "file-link"));
		symlinkSync(outside, join(scope.cwd, "dir-link"));
		expect(await resolvePath("file-link", scope)).toMatchObject({ isInsideWorkspace: false });
		expect(await resolvePath("dir-link/new/x", scope)).toMatchObject({ isInsideWorkspace: false });
	});

	it("finds protection by the given path and by the real one", async () => {
		mkdirSync(join(scope.cwd, ".vscode"));
		symlinkSync(join(scope.cwd, ".vscode"), join(scope.cwd, "harmless"));
		expect((await resolvePath(".vscode/x", scope)).protectedBy).toBe(".vscode/**");
		expect((await resolvePath("harmless/x", scope)).protectedBy).toBe(".vscode/**");
		expect((await resolvePath("src/a.ts", scope)).protectedBy).toBeUndefined();
		expect((await resolvePath(join(outside, "storage/tasks/x"), scope)).protectedBy).toBe(
			"Kiln's own storage",
		);
	});

	it("treats a dangling link as the place that it names", async () => {
		symlinkSync(join(outside, "missing"), join(scope.cwd, "dangling"));
		expect(await resolvePath("dangling", scope)).toMatchObject({ isInsideWorkspace: false });
	});
});

describe("toAbsolute", () => {
	it("refuses NUL and file: URLs with a named error", () => {
		expect(() => toAbsolute("a\0b", scope)).toThrow(expect.objectContaining({ code: "path_refused" }));
		expect(() => toAbsolute("file:///etc/passwd", scope)).toThrow(
			expect.objectContaining({ code: "path_refused" }),
		);
	});
});

describe("toDisplay", () => {
	it("is relative inside and absolute outside", () => {
		expect(toDisplay("/w/a/b", { cwd: "/w" })).toBe("a/b");
		expect(toDisplay("/w", { cwd: "/w" })).toBe(".");
		expect(toDisplay("/x/b", { cwd: "/w" })).toBe("/x/b");
		expect(toDisplay("/w/..a", { cwd: "/w" })).toBe("..a");
	});
});
