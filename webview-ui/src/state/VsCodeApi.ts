import type { UiCommand } from "@shared/messages";

/** What VS Code gives every webview. */
export interface VsCodeApi {
	postMessage(message: UiCommand): void;
	getState(): unknown;
	setState(state: unknown): void;
}

declare global {
	function acquireVsCodeApi(): VsCodeApi;
}
