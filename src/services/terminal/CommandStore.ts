import type { Disposable } from "@shared/host";

/**
 * The commands of one task, running and finished, each with a handle. Types only; `createCommandStore` makes one.
 */
export interface CommandStore {
	/** Starts a command. Throws a KilnError when it cannot start; after that only its exit tells how it went. */
	start(request: CommandRequest): Promise<CommandHandle>;
	/** commands that have not exited, for the environment details */
	running(): readonly RunningCommand[];
	/** A command by its handle, running or finished; of the finished ones only the latest are kept. */
	get(id: string): CommandHandle | undefined;
	/** ids of all commands whose output can be read, oldest first; also of those from before a restart */
	ids(): Promise<readonly string[]>;
	/** The stored output of a command that `get` does not know any more; undefined: there is none. */
	stored(id: string): Promise<AsyncIterable<Buffer> | undefined>;
	/** Commands that went on in the background and have ended since the last call: each is told once. */
	takeEnded(): readonly CommandHandle[];
	/** kills everything that still runs; resolves when all are gone or reported as survivors */
	dispose(): Promise<void>;
}

export interface CommandRequest {
	/** goes to the host's shell as it is; may have several lines */
	readonly command: string;
	/** absolute path of an existing directory */
	readonly cwd: string;
	/** `closed` (default): a program that reads gets the end of input at once; `open`: `write` reaches it */
	readonly stdin?: "closed" | "open" | undefined;
	/** characters kept in memory of each end of the output; what is longer goes to a file as a whole */
	readonly keepChars?: number | undefined;
	/** an output of more lines goes to a file as a whole, too; default: any number */
	readonly keepLines?: number | undefined;
	/** no process is started once it is aborted; it does not stop one that runs (see `kill`) */
	readonly signal?: AbortSignal | undefined;
}

export interface RunningCommand {
	readonly id: string;
	readonly command: string;
	readonly cwd: string;
	readonly startedAt: number;
	/** output since the last call of this method, folded and capped */
	takeNewOutput(): string;
}

export interface CommandHandle extends RunningCommand {
	/** undefined while it runs */
	readonly exit: CommandExit | undefined;
	/** it runs, or a process that it left behind holds its output open */
	readonly isAlive: boolean;
	/** never rejects */
	readonly finished: Promise<CommandExit>;
	/** the whole folded output, once it has become longer than the request wants to keep */
	readonly logPath: string | undefined;
	/** why the output in `logPath` is not whole, when it is not */
	readonly logProblem: string | undefined;
	/** Head and tail of the folded output within limits. */
	excerpt(limits: OutputLimits): OutputExcerpt;
	/** Settled folded output from a place on (UTF-16 units); at most the last `maxChars` of it. */
	read(from: number, maxChars: number): OutputSlice;
	/** The whole folded output up to now as UTF-8, in pieces: from its file, once it is too long for memory. */
	chunks(): AsyncIterable<Buffer>;
	/** Decoded output as it comes, control sequences included. A listener must not throw. */
	onOutput(listener: (text: string) => void): Disposable;
	/** Input for the command; false when its stdin is closed. */
	write(text: string): boolean;
	/** What Ctrl+C does: SIGINT for the process group. */
	interrupt(): void;
	/** Ends the whole process tree: asked first, forced after a grace time. Resolves with what is still alive. */
	kill(): Promise<KillReport>;
	/** Nobody waits for it any more: its end is told by `takeEnded`. */
	moveToBackground(): void;
}

export interface CommandExit {
	/** null: a signal ended it */
	readonly exitCode: number | null;
	/** "SIGKILL" */
	readonly signal?: string | undefined;
	readonly durationMs: number;
	/** a process that it left behind still holds its output open */
	readonly hasLeftovers: boolean;
}

export interface KillReport {
	/** process ids that outlived SIGKILL */
	readonly survivors: readonly number[];
}

export interface OutputLimits {
	readonly maxLines: number;
	/** of UTF-8 */
	readonly maxBytes: number;
}

export interface OutputExcerpt {
	/** all of the output when nothing is left out */
	readonly head: string;
	readonly tail: string;
	readonly omittedChars: number;
	/** whole lines among what is left out; 0 when only a part of one line is */
	readonly omittedLines: number;
}

export interface OutputSlice {
	readonly text: string;
	/** characters between the place asked for and the begin of `text` */
	readonly skippedChars: number;
	/** place behind the last character: the next `from` */
	readonly end: number;
}
