import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { recordedWorkspaceOf, workspaceOf } from "@hosts/terminal/workspaceOf";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";

describe("workspaceOf", () => {
	it("is the current folder, or what --cwd names from there", () => {
		const folder = createTempDir();
		expect(workspaceOf(undefined, folder)).toBe(folder);
		expect(workspaceOf("..", folder)).toBe(join(folder, ".."));
		expect(() => workspaceOf("missing", folder)).toThrow(/missing/);
	});
});

describe("recordedWorkspaceOf", () => {
	it("is the task's own folder, also when --cwd names it in another way", () => {
		const folder = createTempDir();
		const link = join(createTempDir(), "link");
		symlinkSync(folder, link);
		expect(recordedWorkspaceOf(folder, undefined, createTempDir())).toBe(folder);
		expect(recordedWorkspaceOf(folder, ".", folder)).toBe(folder);
		expect(recordedWorkspaceOf(folder, link, "/")).toBe(folder);
	});

	it("names the task's folder when it is gone or another one is given", () => {
		const folder = createTempDir();
		const gone = join(folder, "gone");
		expect(() => recordedWorkspaceOf(gone, undefined, folder)).toThrow(
			expect.objectContaining({ code: "invalid_workspace", message: expect.stringContaining(gone) }),
		);
		expect(() => recordedWorkspaceOf(folder, createTempDir(), "/")).toThrow(
			expect.objectContaining({ code: "invalid_workspace", message: expect.stringContaining(folder) }),
		);
	});
});
