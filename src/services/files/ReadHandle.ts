import { closeSync, open, read, readFile } from "node:fs";
import { promisify } from "node:util";

const openFile = promisify(open);
const readBytes = promisify(read);
const readRest = promisify(readFile);

/**
 * A file that is open for reading. Lighter than Node's `FileHandle`, and closed at once: closing what was only read waits
 * for nothing, and a turn through the thread pool a file is a good part of reading many small ones.
 */
export class ReadHandle {
	private isOpen = true;

	private constructor(readonly fd: number) {}

	static async open(path: string, flags: number): Promise<ReadHandle> {
		return new ReadHandle(await openFile(path, flags));
	}

	/** Bytes from `position`, at most `length`; 0: the end. */
	read(
		buffer: Buffer,
		offset: number,
		length: number,
		position: number,
	): Promise<{ readonly bytesRead: number }> {
		return readBytes(this.fd, buffer, offset, length, position);
	}

	/** The whole of a file of which nothing was read yet. */
	readFile(): Promise<Buffer> {
		return readRest(this.fd);
	}

	/** Not while something is being read. */
	close(): void {
		if (!this.isOpen) return;
		this.isOpen = false;
		closeSync(this.fd);
	}
}
