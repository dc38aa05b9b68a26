import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startVsCode, type VsCode } from "./support/startVsCode.js";

describe("Kiln in VS Code", () => {
	let code: VsCode;
	beforeAll(async () => {
		code = await startVsCode({ workspace: "sample", name: "smoke" });
	});
	afterAll(async () => {
		await code?.stop();
	});

	it("opens its view from the activity bar", async () => {
		await code.kilnIcon().click();
		const frame = await code.chatFrame();
		await frame.locator('[data-testid="kiln-root"]').waitFor({ state: "visible", timeout: 30_000 });
		await code.screenshot("smoke-view");
		expect(code.extensionHostPid()).toBeGreaterThan(0);
	});

	it("comes back after the window is reloaded", async () => {
		await code.reloadWindow();
		const frame = await code.openKiln();
		await frame.locator('[data-testid="kiln-root"]').waitFor({ state: "visible", timeout: 30_000 });
	});

	it("can be reached from the command palette", async () => {
		await code.runCommand("View: Show Explorer");
		await code.page.locator(".explorer-viewlet").waitFor({ state: "visible" });
		await code.runCommand("View: Show Kiln");
		const frame = await code.chatFrame();
		await frame.locator('[data-testid="kiln-root"]').waitFor({ state: "visible", timeout: 30_000 });
	});
});
