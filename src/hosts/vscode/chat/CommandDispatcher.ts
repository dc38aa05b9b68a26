import { type ErrorInfo, isAbortError, toErrorInfo } from "@shared/errors";
import type { LogPort } from "@shared/host";
import { type UiCommand, uiCommandSchema } from "@shared/messages";

export type CommandOf<T extends UiCommand["type"]> = Extract<UiCommand, { type: T }>;
/** One handler a command. A thrown error becomes the reply or a problem shown in the chat. */
export type CommandHandlers = {
	readonly [T in UiCommand["type"]]: (command: CommandOf<T>) => void | Promise<void>;
};

export interface CommandOutcome {
	failed(command: UiCommand, error: ErrorInfo): void;
	succeeded(command: UiCommand): void;
	/** `message` is no command; whoever waits for its answer must not wait for ever */
	refused(message: unknown, error: ErrorInfo): void;
}

const maxRemembered = 500;

/**
 * The door for everything that the webview says. The webview shows text of strangers, so nothing is trusted by its
 * shape: what does not parse is refused, logged and answered, what comes twice is done once.
 */
export class CommandDispatcher {
	private readonly done = new Set<string>();

	constructor(
		private readonly handlers: CommandHandlers,
		private readonly outcome: CommandOutcome,
		private readonly log: LogPort,
	) {}

	/** Never throws. */
	async dispatch(message: unknown): Promise<void> {
		const parsed = uiCommandSchema.safeParse(message);
		if (!parsed.success) {
			const issue = parsed.error.issues[0];
			const fault = `${issue?.path.join(".") || "type"}: ${issue?.message}`;
			this.log.warn(`Refused a message of the chat: ${fault}`);
			this.outcome.refused(message, { code: "invalid_message", message: `Kiln cannot take this: ${fault}` });
			return;
		}
		const commandId = "commandId" in parsed.data ? parsed.data.commandId : undefined;
		if (commandId !== undefined && this.isKnown(commandId)) return;
		await this.run(parsed.data, commandId);
	}

	private async run(command: UiCommand, commandId: string | undefined): Promise<void> {
		try {
			await this.call(command);
			this.outcome.succeeded(command);
		} catch (error) {
			// Nothing came of it: the same message may be sent again.
			if (commandId !== undefined) this.done.delete(commandId);
			this.report(command, error);
		}
	}

	private call(command: UiCommand): void | Promise<void> {
		// The map's type pairs each handler with its own command; TypeScript cannot follow that through an index.
		const handle = this.handlers[command.type] as (command: UiCommand) => void | Promise<void>;
		return handle(command);
	}

	private report(command: UiCommand, error: unknown): void {
		const info = toErrorInfo(error);
		const stack = info.code === "internal" && error instanceof Error ? `\n${error.stack}` : "";
		this.log.warn(`${command.type} failed: ${info.message}${stack}`);
		if (!isAbortError(error)) this.outcome.failed(command, info);
	}

	private isKnown(commandId: string): boolean {
		if (this.done.has(commandId)) return true;
		this.done.add(commandId);
		if (this.done.size > maxRemembered) {
			const [oldest] = this.done;
			if (oldest !== undefined) this.done.delete(oldest);
		}
		return false;
	}
}
