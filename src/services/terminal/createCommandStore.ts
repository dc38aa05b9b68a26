import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { KilnError } from "@shared/errors";
import type { Host } from "@shared/host";
import type { CommandHandle, CommandRequest, CommandStore, RunningCommand } from "./CommandStore";
import { commandEnvironment } from "./commandEnvironment";
import { fileChunks } from "./fileChunks";
import { type ShellCommand, startShellCommand } from "./ShellCommand";

export interface CommandStoreOptions {
	/** long outputs go here as `<id>.log`; made when the first one needs it */
	readonly dir: string;
	readonly host: Pick<Host, "environment" | "clock" | "log">;
	/** between SIGTERM and SIGKILL */
	readonly killGraceMs?: number;
	/** of one file; a program that never stops writing must not fill the disk */
	readonly maxLogChars?: number;
	/** finished commands that stay within reach, and their output in memory */
	readonly maxFinished?: number;
}

const defaultKeepChars = 100 * 1024;
const defaultKillGraceMs = 2000;
const defaultMaxLogChars = 256 * 1024 * 1024;
const defaultMaxFinished = 50;

/** The commands of one task. Its owner disposes of it. */
export function createCommandStore(options: CommandStoreOptions): CommandStore {
	return new ChildCommands(options);
}

class ChildCommands implements CommandStore {
	private readonly commands = new Map<string, ShellCommand>();
	private readonly starting = new Set<Promise<ShellCommand>>();
	private readonly untold = new Set<ShellCommand>();
	private readonly disposal = new AbortController();
	private firstNumber: Promise<number> | undefined;
	private started = 0;

	constructor(private readonly options: CommandStoreOptions) {}

	async start(request: CommandRequest): Promise<CommandHandle> {
		this.refuseDisposed();
		const starting = this.launch(request);
		this.starting.add(starting);
		try {
			const command = await starting;
			this.refuseDisposed();
			await killIfAborted(command, request.signal);
			return command;
		} finally {
			this.starting.delete(starting);
		}
	}

	running(): readonly RunningCommand[] {
		// two that were started at once may have come in any order
		const running = [...this.commands.values()].filter((command) => !command.exit);
		return running.sort((a, b) => numberOf(a.id) - numberOf(b.id));
	}

	get(id: string): CommandHandle | undefined {
		return this.commands.get(id);
	}

	async ids(): Promise<readonly string[]> {
		const numbers = [...this.commands.keys(), ...(await logNames(this.options.dir))].map(numberOf);
		return [...new Set(numbers)].sort((a, b) => a - b).map((number) => `cmd-${number}`);
	}

	async stored(id: string): Promise<AsyncIterable<Buffer> | undefined> {
		const name = `${id}.log`;
		const isStored = (await logNames(this.options.dir)).includes(name);
		return isStored ? fileChunks(join(this.options.dir, name)) : undefined;
	}

	takeEnded(): readonly CommandHandle[] {
		const ended = [...this.untold].filter((command) => command.isBackground);
		for (const command of ended) this.untold.delete(command);
		return ended;
	}

	async dispose(): Promise<void> {
		this.disposal.abort();
		await Promise.allSettled(this.starting);
		await Promise.all([...this.commands.values()].map((command) => this.end(command)));
	}

	private async launch(request: CommandRequest): Promise<ShellCommand> {
		const { environment, clock } = this.options.host;
		const [variables, id] = await Promise.all([environment.variables(), this.nextId()]);
		const command = await startShellCommand({
			id,
			command: request.command,
			cwd: request.cwd,
			shell: environment.shell(),
			platform: environment.platform,
			environment: commandEnvironment(variables),
			stdin: request.stdin ?? "closed",
			startedAt: clock.now(),
			keepChars: request.keepChars ?? defaultKeepChars,
			keepLines: request.keepLines ?? Number.POSITIVE_INFINITY,
			maxLogChars: this.options.maxLogChars ?? defaultMaxLogChars,
			logPath: join(this.options.dir, `${id}.log`),
			killGraceMs: this.options.killGraceMs ?? defaultKillGraceMs,
			signal: AbortSignal.any([this.disposal.signal, ...(request.signal ? [request.signal] : [])]),
			onFinished: () => this.noteFinished(id),
		});
		this.commands.set(id, command);
		return command;
	}

	private noteFinished(id: string): void {
		const command = this.commands.get(id);
		if (command) this.untold.add(command);
		this.forgetOldest();
	}

	private forgetOldest(): void {
		const finished = [...this.commands.values()].filter((command) => !command.isAlive);
		const kept = this.options.maxFinished ?? defaultMaxFinished;
		for (const command of finished.slice(0, -kept)) {
			this.commands.delete(command.id);
			this.untold.delete(command);
			void command.close();
		}
	}

	private async end(command: ShellCommand): Promise<void> {
		const { survivors } = await command.kill();
		if (survivors.length > 0) {
			this.options.host.log.warn(`Processes of "${command.command}" did not end: ${survivors.join(", ")}`);
		}
		await command.close();
	}

	private refuseDisposed(): void {
		if (this.disposal.signal.aborted) throw new KilnError("aborted", "The task has been closed.");
	}

	/** A resumed task counts on behind the files that are there, so that none is overwritten. */
	private async nextId(): Promise<string> {
		this.firstNumber ??= highestLogNumber(this.options.dir);
		return `cmd-${(await this.firstNumber) + ++this.started}`;
	}
}

/** Nobody waits for a command whose start has been given up meanwhile. */
async function killIfAborted(command: ShellCommand, signal: AbortSignal | undefined): Promise<void> {
	if (!signal?.aborted) return;
	void command.kill();
	throw new KilnError("aborted", "Stopped.");
}

async function highestLogNumber(dir: string): Promise<number> {
	return Math.max(0, ...(await logNames(dir)).map(numberOf));
}

async function logNames(dir: string): Promise<readonly string[]> {
	try {
		return (await readdir(dir)).filter((name) => /^cmd-\d+\.log$/.test(name));
	} catch {
		// no folder yet: no file
		return [];
	}
}

/** of "cmd-12" and "cmd-12.log" */
function numberOf(name: string): number {
	return Number.parseInt(name.slice("cmd-".length), 10);
}
