import type { CommandHandle } from "@services/terminal/CommandStore";
import type { Host, TerminalView } from "@shared/host";

const pauseMs = 50;
/** of what a tab gets at once; a flood loses its middle here, the command's own output does not */
const maxPendingChars = 64 * 1024;

/**
 * Shows a command in the host's terminal for as long as it runs, also in the background. What is typed goes to its
 * input, ^C to its process group; closing the tab ends it. After `finished` the tab is the host's affair.
 */
export function showInTerminal(command: CommandHandle, title: string, terminals: Host["terminals"]): void {
	let view: TerminalView | undefined;
	view = terminals.show({
		title,
		cwd: command.cwd,
		onInput: (text) => type(text, command, view),
		onClose: () => void command.kill(),
	});
	if (view) follow(command, view);
}

function type(text: string, command: CommandHandle, view: TerminalView | undefined): void {
	const line = text.replaceAll("\r", "\n");
	if (text === "\u0003") command.interrupt();
	// a pipe does not echo
	else if (command.write(line)) view?.write(line);
}

function follow(command: CommandHandle, view: TerminalView): void {
	let pending = "";
	let timer: NodeJS.Timeout | undefined;
	const flush = () => {
		timer = undefined;
		if (pending !== "") view.write(pending);
		pending = "";
	};
	const subscription = command.onOutput((text) => {
		pending = capped(pending + text);
		timer ??= setTimeout(flush, pauseMs);
	});
	void command.finished.then(({ exitCode }) => {
		subscription.dispose();
		clearTimeout(timer);
		flush();
		view.finished(exitCode);
	});
}

function capped(text: string): string {
	if (text.length <= maxPendingChars) return text;
	return `… output left out …\n${text.slice(-maxPendingChars / 2)}`;
}
