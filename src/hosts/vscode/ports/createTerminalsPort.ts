import type { TerminalsPort } from "@shared/host";
import { CommandTerminal } from "./CommandTerminal";

/** Tabs of finished commands that stay to be read. */
const maxFinished = 5;

/** Shows each command in a terminal tab without bringing the panel forward; the chat shows it too. */
export function createTerminalsPort(): TerminalsPort {
	let terminals: CommandTerminal[] = [];
	return {
		show(options) {
			const terminal = new CommandTerminal(options.title, options);
			const finished = terminals.filter(({ isFinished }) => isFinished);
			const old = new Set(finished.slice(0, Math.max(0, finished.length - maxFinished + 1)));
			for (const one of old) one.dispose();
			terminals = [...terminals.filter((one) => !old.has(one)), terminal];
			return terminal;
		},
	};
}
