import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const script = new URL("../fixtures/webview/tryHardCases.mjs", import.meta.url).pathname;

/** The real page in a real browser, with a host that says what the case needs. */
describe("the chat's page by itself", () => {
	it("bears a quick hand, a slow host and odd text", async () => {
		const { stdout } = await promisify(execFile)(process.execPath, [script]);
		expect(stdout).toContain("ok secondPressOnPinned");
	});
});
