import type { Frame, Locator } from "playwright-core";
import type { MockModel } from "../../integration/support/mockModel";

/** The chat's elements as a test names them. */
export interface ChatPage {
	byId(id: string): Locator;
	card(tool: string, state: string): Locator;
	send(text: string): Promise<void>;
}

/** `frame` is asked for at each use: a reload of the window makes another one. */
export function chatPage(frame: () => Frame): ChatPage {
	const byId = (id: string) => frame().locator(`[data-testid="${id}"]`);
	return {
		byId,
		card: (tool, state) =>
			frame().locator(`[data-testid="tool-card"][data-tool="${tool}"][data-state="${state}"]`),
		async send(text) {
			await byId("chat-input").fill(text);
			await byId("chat-input").press("Enter");
		},
	};
}

/** Fills the first run's form; `more` fills what else it has before it is saved. */
export async function connectModel(
	page: ChatPage,
	model: MockModel,
	more: () => Promise<void> = async () => {},
): Promise<void> {
	const { byId } = page;
	await byId("connect-model").click();
	await fillProfile(page, { baseUrl: model.openaiBaseUrl, model: "mock-model" });
	await more();
	await byId("profile-save").click();
	await byId("chat-input").waitFor();
}

/** What no profile does without, in the form that is open. */
export async function fillProfile(
	{ byId }: ChatPage,
	{ baseUrl, model }: { readonly baseUrl: string; readonly model: string },
): Promise<void> {
	await byId("profile-base-url").fill(baseUrl);
	await byId("profile-model").fill(model);
	await byId("profile-key").fill("test-key");
}
