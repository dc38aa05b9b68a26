import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OutputLog } from "@services/terminal/OutputLog";
import { describe, expect, it } from "vitest";
import { createTempDir } from "../../support/tempDir";

describe("OutputLog", () => {
	it("makes its folder and writes everything, for the user's eyes only", async () => {
		const path = join(createTempDir(), "a", "b", "cmd-1.log");
		const log = new OutputLog(path, 1000, () => {});
		log.append("one\n");
		log.append("zwei ä\n");
		await log.close();
		expect(readFileSync(path, "utf8")).toBe("one\nzwei ä\n");
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(log.problem).toBeUndefined();
	});

	it("stops at its limit and says so", async () => {
		const path = join(createTempDir(), "cmd-1.log");
		const log = new OutputLog(path, 10, () => {});
		log.append("12345678");
		log.append("90123");
		log.append("more");
		await log.close();
		expect(readFileSync(path, "utf8")).toBe("1234567890");
		expect(log.problem).toBe("only the first 10 characters are stored");
	});

	it("tells, without throwing, that the file cannot be written", async () => {
		const blocked = join(createTempDir(), "file");
		writeFileSync(blocked, "");
		const log = new OutputLog(join(blocked, "cmd-1.log"), 1000, () => {});
		log.append("x");
		await log.close();
		expect(log.problem).toMatch(/could not be stored/);
	});

	it("asks the source to wait, and says when it has caught up", async () => {
		let drained = () => {};
		const caughtUp = new Promise<void>((resolve) => {
			drained = resolve;
		});
		const log = new OutputLog(join(createTempDir(), "cmd-1.log"), 1e9, () => drained());
		expect(log.append("x".repeat(1_000_000))).toBe(false);
		await caughtUp;
		expect(log.append("x")).toBe(true);
		await log.close();
	});
});
