import { randomBytes } from "node:crypto";
import type { LogPort } from "@shared/host";
import type { HostMessage } from "@shared/messages";
import type { Phase } from "@shared/task-view";
import * as vscode from "vscode";
import type { ChatController } from "./ChatController";
import { chatHtml } from "./chatHtml";

/** The side-bar view. It shows its page at once; the chat behind it is loaded meanwhile. */
export class ChatViewProvider implements vscode.WebviewViewProvider {
	private view: vscode.WebviewView | undefined;
	private phase: Phase = "idle";

	constructor(
		private readonly extensionUri: vscode.Uri,
		private readonly chat: () => Promise<ChatController>,
		private readonly log: LogPort,
	) {}

	async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
		const parts: vscode.Disposable[] = [];
		this.view = view;
		// The task may have been waiting since before there was a view, or since this one was moved.
		if (isWaiting(this.phase)) this.showPhase(this.phase);
		// Before anything is awaited: a view that goes while the chat loads must not be touched any more.
		view.onDidDispose(() => {
			if (this.view === view) this.view = undefined;
			vscode.Disposable.from(...parts).dispose();
		});
		let connected: Promise<ChatController | undefined> | undefined;
		const connect = () => {
			connected ??= this.connect(view, parts).catch((error: unknown) => {
				// Whoever loads the chat reports it; the next message tries again.
				connected = undefined;
				this.log.debug(`The chat view is not connected: ${String(error)}`);
				return undefined;
			});
			return connected;
		};
		const root = vscode.Uri.joinPath(this.extensionUri, "dist", "webview");
		view.webview.options = { enableScripts: true, localResourceRoots: [root] };
		parts.push(
			view.webview.onDidReceiveMessage(async (message: unknown) => {
				await (await connect())?.receive(message);
			}),
		);
		view.webview.html = this.page(view.webview, root);
		await connect();
	}

	/** Loads the page anew: it says `ready` again, and with that the chat is asked for again. */
	reload(): void {
		if (!this.view) return;
		const root = vscode.Uri.joinPath(this.extensionUri, "dist", "webview");
		this.view.webview.html = this.page(this.view.webview, root);
	}

	/** A number at the view's icon while Kiln waits for the person. */
	showPhase(phase: Phase): void {
		this.phase = phase;
		if (!this.view) return;
		this.view.badge = isWaiting(phase) ? { value: 1, tooltip: "Kiln is waiting for you" } : undefined;
	}

	private async connect(
		view: vscode.WebviewView,
		parts: vscode.Disposable[],
	): Promise<ChatController | undefined> {
		const chat = await this.chat();
		if (this.view !== view) return undefined;
		parts.push(
			chat.connect((message) => void this.post(view, message), view.visible),
			view.onDidChangeVisibility(() => chat.setVisible(view.visible)),
		);
		return chat;
	}

	/** Never awaited and never throwing: a hidden or broken webview must not hold up the task. */
	private async post(view: vscode.WebviewView, message: HostMessage): Promise<void> {
		try {
			await view.webview.postMessage(message);
		} catch (error) {
			this.log.debug(`The chat view did not take a message: ${String(error)}`);
		}
	}

	private page(webview: vscode.Webview, root: vscode.Uri): string {
		const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
		return chatHtml({
			cspSource: webview.cspSource,
			scriptUri: uri("main.js"),
			styleUri: uri("main.css"),
			nonce: randomBytes(16).toString("base64"),
			language: vscode.env.language,
		});
	}
}

const isWaiting = (phase: Phase) => phase === "awaiting_approval" || phase === "awaiting_answer";
