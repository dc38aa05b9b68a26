import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVsCode, type VsCode } from "./support/startVsCode";

/** A newcomer without any key: the recorded session, through the real engine, tools and approvals. */
describe("the demo", () => {
	let code: VsCode;
	let chat: Frame;
	const byId = (id: string) => chat.locator(`[data-testid="${id}"]`);

	beforeAll(async () => {
		code = await startVsCode({ workspace: "sample", theme: "hc", name: "demo" });
		chat = await code.openKiln();
	});
	afterAll(async () => {
		await code?.stop();
	});

	it("plays to its end, asking for each edit and command, and says that it is a recording", async () => {
		await byId("start-demo").click();
		await byId("demo-label").first().waitFor();
		const completed = chat.locator('[data-tool="attempt_completion"][data-state="done"]');
		const approve = byId("approve").first();
		let approvals = 0;
		while ((await completed.count()) === 0) {
			await approve.or(completed).first().waitFor({ timeout: 60_000 });
			if ((await approve.count()) === 0) continue;
			if (approvals === 0) await code.screenshot("demo-hc-approval");
			// A card that has just been settled may go between the look and the click.
			const isClicked = await approve.click({ timeout: 5_000 }).then(
				() => true,
				() => false,
			);
			if (isClicked) approvals += 1;
		}
		expect(approvals).toBeGreaterThanOrEqual(4);
		const program = join(code.workspaceDir, "kiln-demo/greet.mjs");
		expect(existsSync(program)).toBe(true);
		expect(readFileSync(program, "utf8")).toMatch(/hour < 12[\s\S]*hour < 18/);
		expect(await chat.locator('[data-state="failed"]').count()).toBe(0);
		await code.screenshot("demo-hc-completed");
	});
});
