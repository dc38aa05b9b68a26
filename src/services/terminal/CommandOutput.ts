import { StringDecoder } from "node:string_decoder";
import type { Disposable } from "@shared/host";
import type { OutputExcerpt, OutputLimits, OutputSlice } from "./CommandStore";
import { fileChunks } from "./fileChunks";
import { OutputBuffer } from "./OutputBuffer";
import { OutputLog } from "./OutputLog";
import { TerminalFold } from "./TerminalFold";

export interface CommandOutputOptions {
	readonly keepChars: number;
	readonly keepLines: number;
	readonly logPath: string;
	readonly maxLogChars: number;
	/** the file has caught up after `take` had returned false */
	readonly onDrain: () => void;
}

/** a background command's new output in one look */
const maxNewChars = 8000;

/** What became of a command's output: decoded, folded, its ends kept in memory, the whole in a file when it is long. */
export class CommandOutput {
	private readonly fold = new TerminalFold();
	private readonly buffer: OutputBuffer;
	private readonly listeners = new Set<(text: string) => void>();
	private readonly decoders = new Map<unknown, StringDecoder>();
	private log: OutputLog | undefined;
	private takenTo = 0;
	private takenOpen = "";

	constructor(private readonly options: CommandOutputOptions) {
		this.buffer = new OutputBuffer(options.keepChars);
	}

	get logPath(): string | undefined {
		return this.log?.path;
	}

	get logProblem(): string | undefined {
		return this.log?.problem;
	}

	/** Bytes of one of the command's streams. False: the source should pause until `onDrain`. */
	take(source: unknown, bytes: Buffer): boolean {
		return this.takeText(this.decoderOf(source).write(bytes));
	}

	/** No more will come: half characters and the open line are settled. */
	end(): void {
		for (const decoder of this.decoders.values()) this.takeText(decoder.end());
		this.keep(this.fold.finish());
	}

	onText(listener: (text: string) => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	excerpt(limits: OutputLimits): OutputExcerpt {
		return this.buffer.excerpt(limits, this.fold.open);
	}

	read(from: number, maxChars: number): OutputSlice {
		return this.buffer.read(from, maxChars);
	}

	/** All of it up to now as UTF-8, the open line last. Throws where it is stored and the file cannot be read. */
	async *chunks(): AsyncGenerator<Buffer> {
		// taken before the first wait: what comes meanwhile belongs to the next look
		const { log } = this;
		const { open } = this.fold;
		const { whole = "" } = this.buffer;
		if (log) {
			const { sizeBytes } = log;
			await log.written();
			yield* fileChunks(log.path, sizeBytes);
		} else if (whole !== "") yield Buffer.from(whole);
		if (open !== "") yield Buffer.from(open);
	}

	/** An open line counts as new as often as it looks different: a prompt must be seen. */
	takeNew(): string {
		const { text, skippedChars, end } = this.read(this.takenTo, maxNewChars);
		const open = this.fold.open.slice(-maxNewChars);
		const isNewOpen = open !== this.takenOpen;
		this.takenTo = end;
		this.takenOpen = open;
		const mark = skippedChars > 0 ? `… ${skippedChars} characters left out …\n` : "";
		return mark + text + (isNewOpen ? open : "");
	}

	async close(): Promise<void> {
		await this.log?.close();
	}

	private decoderOf(source: unknown): StringDecoder {
		const known = this.decoders.get(source);
		if (known) return known;
		const decoder = new StringDecoder("utf8");
		this.decoders.set(source, decoder);
		return decoder;
	}

	private takeText(text: string): boolean {
		if (text === "") return true;
		const isCaughtUp = this.keep(this.fold.push(text));
		for (const listener of this.listeners) listener(text);
		return isCaughtUp;
	}

	private keep(settled: string): boolean {
		if (settled === "") return true;
		const before = this.log ? undefined : this.buffer.whole;
		this.buffer.append(settled);
		if (this.log) return this.log.append(settled);
		const { keepChars, keepLines } = this.options;
		if (this.buffer.totalChars <= keepChars && this.buffer.totalLines <= keepLines) return true;
		this.log = new OutputLog(this.options.logPath, this.options.maxLogChars, this.options.onDrain);
		return this.log.append((before ?? "") + settled);
	}
}
