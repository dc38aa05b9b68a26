import type { TerminalView } from "@shared/host";
import * as vscode from "vscode";
import { toTerminalText } from "./toTerminalText";

interface TerminalInput {
	onInput(text: string): void;
	onClose(): void;
}

/** Output that comes before VS Code has opened the terminal. */
const maxWaitingChars = 1_000_000;

/** A tab that shows a command of Kiln's own: what it prints goes in, what is typed goes to the command. */
export class CommandTerminal implements vscode.Pseudoterminal, TerminalView {
	private readonly written = new vscode.EventEmitter<string>();
	readonly onDidWrite = this.written.event;
	private waiting: string | undefined = "";
	private readonly terminal: vscode.Terminal;
	isFinished = false;

	constructor(
		title: string,
		private readonly input: TerminalInput,
	) {
		const iconPath = new vscode.ThemeIcon("flame");
		this.terminal = vscode.window.createTerminal({ name: title, pty: this, iconPath, isTransient: true });
	}

	open(): void {
		const text = this.waiting ?? "";
		this.waiting = undefined;
		if (text) this.written.fire(text);
	}

	/** The person closed the tab. */
	close(): void {
		if (!this.isFinished) this.input.onClose();
	}

	handleInput(data: string): void {
		if (!this.isFinished) this.input.onInput(data.replaceAll("\r", "\n"));
	}

	write(text: string): void {
		const shown = toTerminalText(text);
		if (this.waiting === undefined) this.written.fire(shown);
		else this.waiting = (this.waiting + shown).slice(-maxWaitingChars);
	}

	finished(exitCode: number | null): void {
		this.isFinished = true;
		this.write(exitCode === null ? "\n[ended by a signal]\n" : `\n[exit code ${exitCode}]\n`);
	}

	dispose(): void {
		this.isFinished = true;
		this.terminal.dispose();
		this.written.dispose();
	}
}
