import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { KilnError } from "@shared/errors";
import type { Disposable } from "@shared/host";
import { CommandOutput } from "./CommandOutput";
import type {
	CommandExit,
	CommandHandle,
	KillReport,
	OutputExcerpt,
	OutputLimits,
	OutputSlice,
} from "./CommandStore";
import { interruptGroup, killTree } from "./killTree";
import { type OutputPipe, openOutputPipe } from "./outputPipe";
import { shellArguments } from "./shellArguments";

export interface ShellCommandOptions {
	readonly id: string;
	readonly command: string;
	readonly cwd: string;
	readonly shell: string;
	readonly platform: NodeJS.Platform;
	readonly environment: Readonly<Record<string, string>>;
	readonly stdin: "closed" | "open";
	readonly startedAt: number;
	readonly keepChars: number;
	readonly keepLines: number;
	readonly maxLogChars: number;
	readonly logPath: string;
	readonly killGraceMs: number;
	readonly signal?: AbortSignal | undefined;
	readonly onFinished: () => void;
}

/** after the exit, for output that is still on its way; a process left behind may hold the pipe for ever */
const drainMs = 200;

/** Starts a shell as a child process of its own group. Throws a KilnError when that is not possible. */
export async function startShellCommand(options: ShellCommandOptions): Promise<ShellCommand> {
	const pipe = await openOutputPipe(options.platform);
	try {
		options.signal?.throwIfAborted();
		const child = spawnShell(options, pipe);
		const command = new ShellCommand(options, child, outputsOf(child, pipe));
		await spawned(child);
		return command;
	} catch (error) {
		pipe?.reader.destroy();
		throw startError(error, options);
	} finally {
		pipe?.closeWriter();
	}
}

function spawnShell(options: ShellCommandOptions, pipe: OutputPipe | undefined): ChildProcess {
	const { file, args, isVerbatim } = shellArguments(options.shell, options.command);
	const output = pipe?.writeFd ?? "pipe";
	return spawn(file, args, {
		cwd: options.cwd,
		env: options.environment,
		stdio: [options.stdin === "open" ? "pipe" : "ignore", output, output],
		// on Windows a detached console program opens a window
		detached: options.platform !== "win32",
		windowsHide: true,
		windowsVerbatimArguments: isVerbatim,
	});
}

function outputsOf(child: ChildProcess, pipe: OutputPipe | undefined): Readable[] {
	if (pipe) return [pipe.reader];
	return [child.stdout, child.stderr].filter((stream) => stream !== null);
}

function spawned(child: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		child.once("spawn", () => resolve());
		child.on("error", reject);
	});
}

function startError(error: unknown, options: ShellCommandOptions): unknown {
	if (error instanceof KilnError || options.signal?.aborted) return error;
	const reason = error instanceof Error ? error.message : String(error);
	const isTooLong = reason.includes("E2BIG");
	return new KilnError(
		"command_failed",
		isTooLong
			? "The command is too long for the system."
			: `${options.shell} could not be started: ${reason}`,
		isTooLong ? "Write it to a file and run that." : undefined,
		{ cause: error },
	);
}

/** One command from its start to its end, and what its leftovers still write. */
export class ShellCommand implements CommandHandle {
	readonly id: string;
	readonly command: string;
	readonly cwd: string;
	readonly startedAt: number;
	readonly finished: Promise<CommandExit>;
	exit: CommandExit | undefined;
	isBackground = false;
	private readonly output: CommandOutput;
	private readonly begin = performance.now();
	private killing: Promise<KillReport> | undefined;
	/** what is left in the pipe after the exit is read whether the file keeps up or not */
	private isDraining = false;

	constructor(
		private readonly options: ShellCommandOptions,
		private readonly child: ChildProcess,
		private readonly sources: readonly Readable[],
	) {
		this.id = options.id;
		this.command = options.command;
		this.cwd = options.cwd;
		this.startedAt = options.startedAt;
		this.output = new CommandOutput({ ...options, onDrain: () => this.resumeSources() });
		this.readSources();
		// a process that closed its input early is no error of ours
		child.stdin?.on("error", () => {});
		this.finished = this.waitForExit();
	}

	get logPath(): string | undefined {
		return this.output.logPath;
	}

	get logProblem(): string | undefined {
		return this.output.logProblem;
	}

	get isAlive(): boolean {
		return this.exit === undefined || this.openSources().length > 0;
	}

	takeNewOutput(): string {
		return this.output.takeNew();
	}

	excerpt(limits: OutputLimits): OutputExcerpt {
		return this.output.excerpt(limits);
	}

	read(from: number, maxChars: number): OutputSlice {
		return this.output.read(from, maxChars);
	}

	chunks(): AsyncGenerator<Buffer> {
		return this.output.chunks();
	}

	onOutput(listener: (text: string) => void): Disposable {
		return this.output.onText(listener);
	}

	write(text: string): boolean {
		if (!this.child.stdin?.writable || this.exit) return false;
		this.child.stdin.write(text);
		return true;
	}

	interrupt(): void {
		const { pid } = this.child;
		if (pid === undefined || this.exit) return;
		if (this.options.platform === "win32") void this.kill();
		else interruptGroup(pid);
	}

	kill(): Promise<KillReport> {
		this.killing ??= this.killTree();
		return this.killing;
	}

	moveToBackground(): void {
		this.isBackground = true;
	}

	/** Gives up the output: nothing more is read, the file is complete. */
	async close(): Promise<void> {
		for (const source of this.sources) source.destroy();
		await this.output.close();
	}

	private async killTree(): Promise<KillReport> {
		const { pid } = this.child;
		if (pid === undefined || !this.isAlive) return { survivors: [] };
		const { platform, killGraceMs } = this.options;
		const report = await killTree(pid, {
			graceMs: killGraceMs,
			platform,
			hasExited: this.exit !== undefined,
		});
		// the end of the output shows a moment later whether anybody holds it still
		await Promise.race([Promise.all(this.openSources().map(closed)), drained(this.sources)]);
		return report;
	}

	private readSources(): void {
		for (const source of this.sources) {
			source.on("data", (bytes: Buffer) => {
				if (!this.output.take(source, bytes) && !this.isDraining) this.pauseSources();
			});
			// EIO and the like end a stream as its end does
			source.on("error", () => {});
		}
	}

	private pauseSources(): void {
		for (const source of this.sources) source.pause();
	}

	private resumeSources(): void {
		for (const source of this.sources) source.resume();
	}

	private openSources(): Readable[] {
		return this.sources.filter((source) => !source.closed);
	}

	private async waitForExit(): Promise<CommandExit> {
		const { code, signal } = await exited(this.child);
		const durationMs = performance.now() - this.begin;
		this.isDraining = true;
		this.resumeSources();
		await Promise.race([Promise.all(this.openSources().map(closed)), drained(this.sources)]);
		return this.finish(code, signal, durationMs);
	}

	private finish(exitCode: number | null, signal: string | null, durationMs: number): CommandExit {
		const leftovers = this.openSources();
		this.isDraining = false;
		// what is left behind may write on, but must not keep Kiln's process alive
		for (const source of leftovers) (source as Socket).unref();
		this.output.end();
		this.exit = { exitCode, signal: signal ?? undefined, durationMs, hasLeftovers: leftovers.length > 0 };
		this.options.onFinished();
		return this.exit;
	}
}

function exited(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
	return new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
}

function closed(source: Readable): Promise<void> {
	return new Promise((resolve) => source.once("close", () => resolve()));
}

/**
 * Resolves after `drainMs`, and then not before the event loop has read what was there: after a stall the timer
 * would win over output that waits in the pipe.
 */
async function drained(sources: readonly Readable[]): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, drainMs));
	let hasRead = true;
	const note = () => {
		hasRead = true;
	};
	for (const source of sources) source.on("data", note);
	for (let turn = 0; hasRead && turn < 50; turn++) {
		hasRead = false;
		await new Promise((resolve) => setImmediate(resolve));
		await new Promise((resolve) => setImmediate(resolve));
	}
	for (const source of sources) source.off("data", note);
}
