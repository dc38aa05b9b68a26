import type { Page } from "playwright-core";

const popupMs = 20_000;

/** The browser page that a click in VS Code opens. VS Code may ask first whether it may open an address. */
export async function openedPage(window: Page, click: () => Promise<void>): Promise<Page> {
	const opened = window.context().waitForEvent("page", { timeout: popupMs });
	const mayOpen = window.locator(".monaco-dialog-box").getByRole("button", { name: "Open", exact: true });
	opened.catch(() => undefined);
	await click();
	const asked = mayOpen.waitFor({ timeout: popupMs }).then(() => "asked" as const);
	asked.catch(() => undefined);
	if ((await Promise.race([opened, asked])) === "asked") await mayOpen.click();
	const page = await opened;
	await page.waitForLoadState();
	return page;
}
