import { stripVTControlCharacters } from "node:util";
import * as vscode from "vscode";

/** Of one command; of a longer output the end is kept. */
const maxChars = 100_000;

/** VS Code drops the output of a command that begins and ends in one write of the shell. */
const nothingShown = "(No output is known: there was none, or it came too quickly for the editor to tell.)";

interface Shown {
	readonly command: string;
	text: string;
	isOver: boolean;
}

/**
 * What the person's own terminals have shown: the last command of each and its output, as shell integration tells
 * them. Terminals without it, and commands from before Kiln was started, are not known.
 */
export class TerminalActivity implements vscode.Disposable {
	private readonly last = new Map<vscode.Terminal, Shown>();
	private readonly subscriptions = vscode.Disposable.from(
		vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
			void this.follow(terminal, execution);
		}),
		vscode.window.onDidCloseTerminal((terminal) => this.last.delete(terminal)),
	);

	output(): { readonly title: string; readonly text: string } | undefined {
		const terminal = vscode.window.activeTerminal;
		const shown = terminal && this.last.get(terminal);
		if (shown === undefined) return undefined;
		const text = stripVTControlCharacters(shown.text);
		const output = shown.isOver && text.trim() === "" ? nothingShown : text;
		return {
			title: terminal?.name ?? "",
			text: `${stripVTControlCharacters(`$ ${shown.command}`)}\n${output}`,
		};
	}

	dispose(): void {
		this.subscriptions.dispose();
		this.last.clear();
	}

	private async follow(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): Promise<void> {
		const shown: Shown = { command: execution.commandLine.value, text: "", isOver: false };
		this.last.set(terminal, shown);
		for await (const data of execution.read()) {
			shown.text = (shown.text + data).slice(-maxChars);
		}
		shown.isOver = true;
	}
}
