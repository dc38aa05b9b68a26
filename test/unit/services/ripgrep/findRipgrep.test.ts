import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { findRipgrep } from "@services/ripgrep/findRipgrep";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTempDir, writeTree } from "../../support/tempDir";
import { createTestHost } from "../../support/testHost";

const resolution = vi.hoisted(() => ({ isBroken: false }));

/** The packaged extension has no node_modules: resolving fails there. */
vi.mock("node:module", async (load) => {
	const real = await load<typeof import("node:module")>();
	return {
		...real,
		createRequire: (from: string | URL) => {
			if (resolution.isBroken) throw new Error("Cannot find module '@vscode/ripgrep'");
			return real.createRequire(from);
		},
	};
});

afterEach(() => {
	resolution.isBroken = false;
});

function folderWithRipgrep(): string {
	const folder = createTempDir("kiln-bin");
	writeTree(folder, { rg: "#!/bin/sh\n" });
	chmodSync(join(folder, "rg"), 0o755);
	return folder;
}

describe("findRipgrep", () => {
	it("takes the host's own first", async () => {
		const ripgrepPath = join(folderWithRipgrep(), "rg");
		expect(await findRipgrep(createTestHost({ ripgrepPath }).environment)).toBe(ripgrepPath);
	});

	it("takes the npm package's when the host has none or names one that is gone", async () => {
		for (const host of [createTestHost(), createTestHost({ ripgrepPath: "/nope/rg" })]) {
			const found = await findRipgrep(host.environment);
			expect(execFileSync(found, ["--version"], { encoding: "utf8" })).toMatch(/^ripgrep \d/);
		}
	});

	it("takes the one on PATH when the package is missing", async () => {
		resolution.isBroken = true;
		const folder = folderWithRipgrep();
		const host = createTestHost({ variables: { PATH: `/nope:${folder}` } });
		expect(await findRipgrep(host.environment)).toBe(join(folder, "rg"));
	});

	it("passes over relative entries of PATH and files that are no programs", async () => {
		resolution.isBroken = true;
		const folder = folderWithRipgrep();
		chmodSync(join(folder, "rg"), 0o644);
		const host = createTestHost({ variables: { PATH: `.:bin::${folder}` } });
		await expect(findRipgrep(host.environment)).rejects.toMatchObject({ code: "search_failed" });
	});

	it("says how to install it when there is none", async () => {
		resolution.isBroken = true;
		const host = createTestHost({ variables: {} });
		await expect(findRipgrep(host.environment)).rejects.toMatchObject({
			code: "search_failed",
			message: expect.stringContaining("ripgrep"),
			hint: expect.stringMatching(/Install ripgrep.*apt.*brew/),
		});
	});
});
