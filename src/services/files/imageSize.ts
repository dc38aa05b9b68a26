/** The formats that models take. */
export type ImageFormat = "png" | "jpeg" | "gif" | "webp";

export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/**
 * The size in pixels of an image that is whole as far as its frame tells; undefined: it is damaged or cut off. A provider
 * refuses a request with such an image, and with it every later one of the conversation.
 */
export function imageSize(bytes: Buffer, format: ImageFormat): ImageSize | undefined {
	const size = readers[format](bytes);
	return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const readers: Readonly<Record<ImageFormat, (bytes: Buffer) => ImageSize | undefined>> = {
	png: pngSize,
	jpeg: jpegSize,
	gif: gifSize,
	webp: webpSize,
};

/** Signature, IHDR first, IEND at the end: https://www.w3.org/TR/png-3/#5DataRep */
function pngSize(bytes: Buffer): ImageSize | undefined {
	const isWhole = bytes.length >= 45 && bytes.toString("latin1", 12, 16) === "IHDR";
	// programs append to images; what counts is that the end is there
	if (!isWhole || bytes.lastIndexOf("IEND") < 16) return undefined;
	return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Little-endian logical screen size, a trailer byte at the end: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function gifSize(bytes: Buffer): ImageSize | undefined {
	if (bytes.length < 14 || bytes.lastIndexOf(0x3b) < 13) return undefined;
	return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Segments up to a start of frame; an end of image somewhere behind it: ITU T.81, annex B. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
	let at = 2;
	while (at + 9 < bytes.length) {
		if (bytes[at] !== 0xff) return undefined;
		const marker = bytes[at + 1] ?? 0;
		if (isStartOfFrame(marker)) {
			if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < at) return undefined;
			return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
		}
		const isFill = marker === 0xff;
		at += isFill ? 1 : 2 + bytes.readUInt16BE(at + 2);
	}
	return undefined;
}

function isStartOfFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** RIFF with its length, then one of three headers: https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(bytes: Buffer): ImageSize | undefined {
	if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
	switch (bytes.toString("latin1", 12, 16)) {
		case "VP8 ":
			return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
		case "VP8L": {
			const bits = bytes.readUInt32LE(21);
			return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
		}
		case "VP8X":
			return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
		default:
			return undefined;
	}
}
