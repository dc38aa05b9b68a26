// VS Code's window as a person meets it: the command palette, the activity bar, Kiln's view. What a test needs
// beyond that it does with `page` itself.
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Frame, Locator, Page } from "playwright-core";
import { outputDir } from "../../../scripts/lib/prerequisites.mjs";
import { residentBytes } from "./processTree.js";

const workbenchTimeoutMs = 60_000;
const viewTimeoutMs = 30_000;

export class VsCodeWindow {
	constructor(
		readonly page: Page,
		logDir: string,
	) {
		const log = (text: string) => appendFileSync(join(logDir, "console.log"), `${text}\n`);
		page.on("console", (message) => log(`[${message.type()}] ${message.text()}`));
		page.on("pageerror", (error) => log(`[uncaught] ${error.stack ?? error.message}`));
		// A reload with unsaved files asks first; a test that reloads means it.
		page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
	}

	async open(url: string): Promise<void> {
		await this.page.goto(url, { waitUntil: "domcontentloaded", timeout: workbenchTimeoutMs });
		await this.#workbenchReady();
	}

	/** As "Developer: Reload Window": the window and its extension host start anew, the server stays. */
	async reloadWindow(): Promise<void> {
		await this.page.reload({ waitUntil: "domcontentloaded", timeout: workbenchTimeoutMs });
		await this.#workbenchReady();
	}

	/** Runs a command by the title that the command palette shows, e.g. "Kiln: New Task". */
	async runCommand(title: string): Promise<void> {
		const { page } = this;
		const row = page.locator(".quick-input-widget .monaco-list-row", { hasText: title }).first();
		await this.#openPalette(title, row);
		await row.click();
		// A command may well open a list of its own: then the palette's rows go.
		await row.waitFor({ state: "hidden", timeout: 10_000 });
	}

	/** The palette lists what it knew when it was opened: right after a reload it may have to be opened again. */
	async #openPalette(title: string, row: Locator, attempts = 5): Promise<void> {
		const input = this.page.locator(".quick-input-widget input.input").first();
		await this.page.keyboard.press("F1");
		await input.waitFor({ state: "visible", timeout: 10_000 });
		await input.fill(`>${title}`);
		const isThere = await row.waitFor({ state: "visible", timeout: 4_000 }).then(
			() => true,
			() => false,
		);
		if (isThere) return;
		if (attempts === 1) throw new Error(`The command palette does not list "${title}".`);
		await this.page.keyboard.press("Escape");
		await this.#openPalette(title, row, attempts - 1);
	}

	/** Opens a file of the workspace in an editor by its name, and waits for its text. */
	async openFile(name: string): Promise<void> {
		await this.page.keyboard.press("F1");
		await this.page.locator(".quick-input-widget input.input").first().fill(name);
		await this.pickItem(name);
		await this.page.locator(`.editor-instance[aria-label*="${name}"] .view-line`).first().waitFor();
	}

	/** Chooses from the list that a command has opened. */
	async pickItem(label: string): Promise<void> {
		await this.page.locator(".quick-input-widget .monaco-list-row", { hasText: label }).first().click();
	}

	/** Answers VS Code's own dialog for opening or saving a file. */
	async acceptPath(path: string): Promise<void> {
		const input = this.page.locator(".quick-input-widget input.input").first();
		// It first writes where it begins, and a little later the name that it proposes: over what was typed meanwhile.
		while (!(await input.inputValue()).startsWith("/")) await wait(20);
		do {
			await input.fill(path);
			await wait(300);
		} while ((await input.inputValue()) !== path);
		await input.press("Enter");
	}

	/** What the modal dialog on the screen says. */
	async dialogText(): Promise<string> {
		return await this.page.locator(".monaco-dialog-box").innerText();
	}

	async answerDialog(button: string): Promise<void> {
		const dialog = this.page.locator(".monaco-dialog-box");
		await dialog.getByRole("button", { name: button, exact: true }).click();
		await dialog.waitFor({ state: "detached" });
	}

	/** Shows Kiln's view, if it is not shown yet, and returns its frame. */
	async openKiln(): Promise<Frame> {
		// The icon is there once VS Code knows the installed extensions; before that the palette lacks the command.
		await this.kilnIcon().waitFor({ state: "visible", timeout: viewTimeoutMs });
		await this.runCommand("View: Show Kiln");
		return this.chatFrame();
	}

	/** Kiln's icon in the activity bar. A click on it when the view is open hides the side bar. */
	kilnIcon(): Locator {
		return this.page.locator('.part.activitybar .action-item:has([aria-label^="Kiln"])').first();
	}

	/**
	 * The document of Kiln's chat view, once it has content. VS Code nests it: an outer frame with the view's
	 * identity in its address, and inside it the frame that holds the extension's page.
	 */
	async chatFrame(): Promise<Frame> {
		const deadline = Date.now() + viewTimeoutMs;
		while (Date.now() < deadline) {
			for (const outer of this.page.frames().filter(isKilnView)) {
				for (const inner of outer.childFrames()) if (await hasContent(inner)) return inner;
			}
			await wait(50);
		}
		const frames = this.page.frames().map((frame) => frame.url());
		throw new Error(`Kiln's view did not come up. Frames:\n${frames.join("\n")}`);
	}

	/** Saves test-output/screenshots/<name>.png and returns its path. */
	async screenshot(name: string): Promise<string> {
		const folder = join(outputDir, "screenshots");
		mkdirSync(folder, { recursive: true });
		const path = join(folder, `${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	/** The browser keeps spare renderers; the one with VS Code in it is by far the largest. */
	async largestRendererPid(): Promise<number | undefined> {
		const browser = this.page.context().browser();
		const session = await browser?.newBrowserCDPSession();
		const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
		await session?.detach();
		const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
		return pids.sort((a, b) => (residentBytes(b) ?? 0) - (residentBytes(a) ?? 0))[0];
	}

	/** Drawn, connected to the server, and with the extensions' contributions in the activity bar. */
	async #workbenchReady(): Promise<void> {
		await this.page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: workbenchTimeoutMs });
		await this.page
			.locator(".part.activitybar .action-item.checked, .part.activitybar .action-item [aria-label]")
			.first()
			.waitFor({ timeout: workbenchTimeoutMs });
	}
}

function isKilnView(frame: Frame): boolean {
	const { searchParams } = new URL(frame.url() || "about:blank");
	// Not every view's address says its purpose, but a panel's or a custom editor's does.
	const purpose = searchParams.get("purpose") ?? "webviewView";
	return searchParams.get("extensionId") === "kiln.kiln" && purpose === "webviewView";
}

/** A frame may go away while it is asked: VS Code swaps them when a view's HTML is set. */
async function hasContent(frame: Frame): Promise<boolean> {
	try {
		return (await frame.locator("body > *").count()) > 0;
	} catch {
		return false;
	}
}
