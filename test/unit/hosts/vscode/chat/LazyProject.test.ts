import { noProjectFiles, type ProjectFiles } from "@core/instructions/ProjectFiles";
import { LazyProject } from "@hosts/vscode/chat/LazyProject";
import { builtInModes } from "@shared/modes";
import { describe, expect, it } from "vitest";
import { createSilentLog } from "../support/silentLog";

const own = { slug: "own", name: "Own", roleDefinition: "You.", groups: [] };

describe("LazyProject", () => {
	it("loads nothing until it is asked to read, and then once", async () => {
		let loads = 0;
		let refreshes = 0;
		const files: ProjectFiles = {
			...noProjectFiles(() => [own]),
			refresh: async () => {
				refreshes += 1;
			},
			isIgnored: (path) => path === "/w/x",
		};
		const project = new LazyProject(async () => {
			loads += 1;
			return files;
		}, createSilentLog());
		expect([project.modes(), loads]).toEqual([builtInModes, 0]);
		await Promise.all([project.refresh(), project.refresh()]);
		expect(project.modes()).toEqual([own]);
		expect(project.isIgnored("/w/x")).toBe(true);
		expect([loads, refreshes]).toEqual([1, 2]);
	});

	it("stays with the built-in modes when it cannot be loaded, and tries again", async () => {
		let isBroken = true;
		const project = new LazyProject(async () => {
			if (isBroken) throw new Error("no such chunk");
			return noProjectFiles(() => [own]);
		}, createSilentLog());
		await project.refresh();
		expect(project.modes()).toEqual(builtInModes);
		isBroken = false;
		await project.refresh();
		expect(project.modes()).toEqual([own]);
	});

	it("lets tools touch nothing while what .kilocodeignore says is not known", async () => {
		let isBroken = true;
		const project = new LazyProject(async () => {
			if (isBroken) throw new Error("no such chunk");
			return noProjectFiles(() => [own]);
		}, createSilentLog());
		expect(project.isIgnored("/w/a")).toBe(true);
		await project.refresh();
		expect(project.isIgnored("/w/a")).toBe(true);
		expect(project.problems().map(({ error }) => error.message)).toEqual([
			expect.stringContaining("no such chunk"),
		]);
		isBroken = false;
		await project.refresh();
		expect([project.isIgnored("/w/a"), project.problems()]).toEqual([false, []]);
	});

	it("loads once more after a failure, however many calls met it", async () => {
		let loads = 0;
		const project = new LazyProject(async () => {
			loads += 1;
			if (loads === 1) throw new Error("no such chunk");
			return noProjectFiles(() => [own]);
		}, createSilentLog());
		const again = project.refresh().then(() => project.refresh());
		await Promise.all([again, project.refresh()]);
		expect([project.modes(), loads]).toEqual([[own], 2]);
	});
});
