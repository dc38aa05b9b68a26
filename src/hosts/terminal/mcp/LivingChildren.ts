import { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

/** The children of this process that have not ended, whoever starts them: Node tells of each (its channel `child_process`). */
export class LivingChildren {
	private readonly children = new Set<ChildProcess>();

	constructor() {
		subscribe("child_process", (message) => {
			const child = childOf(message);
			if (child === undefined) return;
			this.children.add(child);
			child.once("exit", () => this.children.delete(child));
		});
	}

	/** A child has no pid while it is being started, nor when it could not be. */
	readonly pids = (): number[] => [...this.children].flatMap(({ pid }) => pid ?? []);
}

function childOf(message: unknown): ChildProcess | undefined {
	if (typeof message !== "object" || message === null || !("process" in message)) return undefined;
	return message.process instanceof ChildProcess ? message.process : undefined;
}
