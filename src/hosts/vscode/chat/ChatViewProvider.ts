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

	constructor(
		private readonly extensionUri: vscode.Uri,
		private readonly chat: () => Promise<ChatController>,
		private readonly log: LogPort,
	) {}

	async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
		this.view = view;
		const root = vscode.Uri.joinPath(this.extensionUri, "dist", "webview");
		view.webview.options = { enableScripts: true, localResourceRoots: [root] };
		const received = view.webview.onDidReceiveMessage(async (message: unknown) => {
			await (await this.chat()).receive(message);
		});
		view.webview.html = this.page(view.webview, root);
		const chat = await this.chat();
		const connection = chat.connect((message) => void this.post(view, message));
		const visibility = view.onDidChangeVisibility(() => chat.setVisible(view.visible));
		view.onDidDispose(() => vscode.Disposable.from(received, connection, visibility).dispose());
	}

	/** A number at the view's icon while Kiln waits for the person. */
	showPhase(phase: Phase): void {
		if (!this.view) return;
		const isWaiting = phase === "awaiting_approval" || phase === "awaiting_answer";
		this.view.badge = isWaiting ? { value: 1, tooltip: "Kiln is waiting for you" } : undefined;
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
