import * as vscode from "vscode";
import type { ChatController } from "./hosts/vscode/chat/ChatController";
import { ChatViewProvider } from "./hosts/vscode/chat/ChatViewProvider";
import type { ModeSource } from "./hosts/vscode/modes/createModeSource";
import { registerModeCommands } from "./hosts/vscode/modes/registerModeCommands";
import { registerCommands } from "./hosts/vscode/registerCommands";

let chat: Promise<ChatController> | undefined;

/** Registers the view and the commands; everything behind them is loaded on first use. */
export function activate(context: vscode.ExtensionContext): void {
	const log = vscode.window.createOutputChannel("Kiln", { log: true });
	const openModes = createModesOnce(context);
	const loadChat = async () => {
		const { createChat } = await import("./hosts/vscode/chat/createChat");
		return createChat(context, log, openModes, ({ phase }) => view.showPhase(phase));
	};
	let isOffered = false;
	const offerRetry = async (error: unknown) => {
		// One offer at a time: the view may ask for the chat several times meanwhile.
		if (isOffered) return;
		isOffered = true;
		const choice = await askWhatNext(error);
		isOffered = false;
		if (choice === "Show Log") log.show(true);
		if (choice !== "Retry") return;
		view.reload();
		// Without an open view nothing else would try; a new failure is reported like the first.
		openChat().catch(() => undefined);
	};
	const openChat = (): Promise<ChatController> => {
		chat ??= loadChat().catch((error: unknown) => {
			// A failure is not kept: the next use tries again.
			chat = undefined;
			log.error(error instanceof Error ? error : String(error));
			void offerRetry(error);
			throw error;
		});
		return chat;
	};
	const view = new ChatViewProvider(context.extensionUri, openChat, log);
	context.subscriptions.push(
		log,
		vscode.window.registerWebviewViewProvider("kiln.chat", view),
		registerCommands(openChat, log),
		registerModeCommands(openModes, log),
	);
}

/** One source for the chat and the commands; loaded on first use, and tried again after a failure. */
function createModesOnce(context: vscode.ExtensionContext): () => Promise<ModeSource> {
	const load = async () => {
		const { createModeSource } = await import("./hosts/vscode/modes/createModeSource");
		const source = createModeSource(context);
		context.subscriptions.push(source);
		return source;
	};
	let modes: Promise<ModeSource> | undefined;
	return () => {
		modes ??= load().catch((error: unknown) => {
			modes = undefined;
			throw error;
		});
		return modes;
	};
}

/** The open task is let go of cleanly, so that the next window goes on with it. */
export async function deactivate(): Promise<void> {
	await (await chat)?.suspend();
}

async function askWhatNext(error: unknown): Promise<string | undefined> {
	const reason = error instanceof Error ? error.message : String(error);
	return await vscode.window.showErrorMessage(`Kiln could not start: ${reason}`, "Retry", "Show Log");
}
