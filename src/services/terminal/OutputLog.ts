import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";

/**
 * The whole folded output of one command in a file. It never throws and never fails the command: what could not be
 * written is told by `problem`.
 */
export class OutputLog {
	private readonly stream: WriteStream;
	private writtenChars = 0;
	/** of what was appended so far, whether the file has it already or not */
	sizeBytes = 0;
	problem: string | undefined;

	/** `onDrain`: the file has caught up after an `append` that returned false */
	constructor(
		readonly path: string,
		private readonly maxChars: number,
		onDrain: () => void,
	) {
		this.createFolder();
		this.stream = createWriteStream(path, { mode: 0o600 });
		this.stream.on("drain", onDrain);
		this.stream.on("error", (error) => {
			this.problem ??= `the output could not be stored: ${error.message}`;
			onDrain();
		});
	}

	/** False: the file is behind, the source should wait for `onDrain`. */
	append(text: string): boolean {
		if (this.problem !== undefined) return true;
		const room = this.maxChars - this.writtenChars;
		this.writtenChars += text.length;
		if (text.length > room) {
			this.problem = `only the first ${this.maxChars} characters are stored`;
			return this.write(text.slice(0, room));
		}
		return this.write(text);
	}

	/** Resolves when the file has everything that was appended so far, or never will. */
	written(): Promise<void> {
		if (this.stream.closed || this.stream.destroyed) return Promise.resolve();
		return new Promise((resolve) => {
			const done = () => {
				this.stream.off("close", done);
				resolve();
			};
			this.stream.once("close", done);
			if (this.stream.writable) this.stream.write("", done);
		});
	}

	/** Resolves when everything is in the file. */
	close(): Promise<void> {
		return new Promise((resolve) => {
			if (this.stream.closed) return resolve();
			this.stream.once("close", () => resolve());
			this.stream.end();
		});
	}

	private write(text: string): boolean {
		this.sizeBytes += Buffer.byteLength(text);
		return this.stream.write(text);
	}

	/** A folder that cannot be made shows again when the file is opened. */
	private createFolder(): void {
		try {
			mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
		} catch (error) {
			this.problem = `the output could not be stored: ${error instanceof Error ? error.message : error}`;
		}
	}
}
