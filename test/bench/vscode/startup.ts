// How long a fresh window takes from the click on Kiln's icon to an input that takes text, and what VS Code says
// that the activation took.
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { VsCode } from "../../e2e/support/startVsCode";
import { median } from "./statistics";

const root = process.env.KILN_BENCH_ROOT ?? process.cwd();
const reloads = 3;
/** VS Code in a browser writes what it remembers every 5 s, and not when a window closes. */
const memoryWrittenMs = 6_000;
/** A new window has work of its own for some seconds: extensions that start with it, what it had open. */
const windowSettledMs = 5_000;

export interface Startup {
	/** click on the icon → the input is there and takes text */
	readonly inputMs: number;
	/** VS Code's own number: loading the code and calling `activate` */
	readonly activationMs: number;
	readonly note: string;
}

/** Once for a page, before anything is measured in it. */
export async function noteTimes(page: Page): Promise<void> {
	await page.addInitScript({ path: join(root, "test/bench/vscode/noteTimes.js") });
}

/** Medians over reloads of the window, each with the Explorer in the side bar at first. */
export async function measureStartup(code: VsCode): Promise<Startup> {
	const inputs: number[] = [];
	const activations: number[] = [];
	for (let count = 0; count < reloads; count++) {
		await code.page.locator('.part.activitybar .action-item:has([aria-label^="Explorer"])').first().click();
		await wait(memoryWrittenMs);
		await code.reloadWindow();
		await code.kilnIcon().waitFor();
		await wait(windowSettledMs);
		inputs.push(await clickToInput(code));
		activations.push(await activationMs(code));
	}
	const note = `${inputs.map((ms) => ms.toFixed(0)).join(", ")} ms; activation ${activations.join(", ")} ms`;
	return { inputMs: median(inputs), activationMs: median(activations), note };
}

/** Both moments are noted inside the pages, so that no round trip of the test's is in the time. */
async function clickToInput(code: VsCode): Promise<number> {
	if (code.page.frames().some((frame) => frame.url().includes("extensionId=kiln.kiln"))) {
		throw new Error("Kiln's view was open before the click.");
	}
	await code.kilnIcon().click();
	const clickedAt: number = await code.page.evaluate("window.kilnBenchMouseDownAt");
	const chat = await code.chatFrame();
	await chat.locator('[data-testid="chat-input"]').waitFor({ timeout: 20_000 });
	await wait(100);
	const inputAt: number = await chat.evaluate("window.kilnBenchInputAt");
	return inputAt - clickedAt;
}

async function activationMs(code: VsCode): Promise<number> {
	await code.runCommand("Developer: Show Running Extensions");
	const row = code.page.locator(".runtime-extensions-editor .extension", { hasText: "Kiln" }).first();
	const text = await row.locator(".activation-time").innerText();
	await code.page.keyboard.press("Escape");
	await code.page.locator(".monaco-modal-editor-block").waitFor({ state: "hidden" });
	const ms = /(\d+)\s*ms/.exec(text)?.[1];
	if (ms === undefined) throw new Error(`VS Code says of Kiln's activation only "${text}".`);
	return Number(ms);
}
