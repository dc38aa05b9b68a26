import { open } from "node:fs/promises";

const chunkBytes = 64 * 1024;

/** A file's bytes in pieces, up to `endBytes`: memory does not grow with the file. Each piece is the reader's own. */
export async function* fileChunks(path: string, endBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
	const handle = await open(path, "r");
	try {
		for (let position = 0; position < endBytes; ) {
			const buffer = Buffer.alloc(Math.min(chunkBytes, endBytes - position));
			const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
			if (bytesRead === 0) return;
			position += bytesRead;
			yield buffer.subarray(0, bytesRead);
		}
	} finally {
		await handle.close();
	}
}
