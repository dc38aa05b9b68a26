import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * One real pipe for stdout and stderr together. Node's own are a socket each: on Linux a script's `> /dev/stderr`
 * fails on them (ENXIO), and the order between the two is lost. Node cannot make a pipe, so a FIFO stands in for it;
 * its name is gone before the command starts.
 */
export interface OutputPipe {
	readonly reader: Socket;
	/** to be handed to the child as its stdout and stderr */
	readonly writeFd: number;
	/** closes this process's copy: only then the end of output can be seen */
	closeWriter(): void;
}

/** undefined: not on this system; the caller takes Node's pipes */
export async function openOutputPipe(platform: NodeJS.Platform): Promise<OutputPipe | undefined> {
	if (platform !== "linux") return undefined;
	let folder: string | undefined;
	try {
		folder = await mkdtemp(join(tmpdir(), "kiln-"));
		const path = join(folder, "output");
		await promisify(execFile)("mkfifo", ["-m", "600", path]);
		return openBothEnds(path);
	} catch {
		// no mkfifo, a full or odd file system
		return undefined;
	} finally {
		if (folder !== undefined) await rm(folder, { recursive: true, force: true });
	}
}

/** Neither open waits: the reader's is non-blocking, the writer's has a reader. */
function openBothEnds(path: string): OutputPipe {
	const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	const writeFd = openSync(path, constants.O_WRONLY);
	const reader = new Socket({ fd: readFd, readable: true, writable: false });
	return { reader, writeFd, closeWriter: () => closeSync(writeFd) };
}
