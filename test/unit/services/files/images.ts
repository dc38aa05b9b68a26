import type { ImageFormat } from "@services/files/imageSize";

/** The frame of an image: what tells its format, its size and that it is whole. Its pixels are nonsense. */
export function imageOf(format: ImageFormat, width: number, height: number, bytes = 0): Buffer {
	return builders[format](width, height, Buffer.alloc(bytes));
}

type Builder = (width: number, height: number, filling: Buffer) => Buffer;

const builders: Readonly<Record<ImageFormat, Builder>> = {
	png: (width, height, filling) =>
		Buffer.concat([
			Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
			uint32(width),
			uint32(height),
			Buffer.from([8, 6, 0, 0, 0, 0, 0, 0, 0]),
			filling,
			Buffer.from("\0\0\0\0IEND\xae\x42\x60\x82", "latin1"),
		]),
	jpeg: (width, height, filling) =>
		Buffer.concat([
			Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
			Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"),
			Buffer.from([0xff, 0xff, 0xc2, 0, 11, 8]),
			uint16(height),
			uint16(width),
			Buffer.from([1, 1, 0x11, 0]),
			filling,
			Buffer.from([0xff, 0xd9]),
		]),
	gif: (width, height, filling) =>
		Buffer.concat([
			Buffer.from("GIF89a"),
			uint16(width).swap16(),
			uint16(height).swap16(),
			Buffer.alloc(8),
			filling,
			Buffer.from([0x3b]),
		]),
	webp: (width, height, filling) => {
		const body = Buffer.concat([
			Buffer.from("WEBPVP8X\x0a\0\0\0\0\0\0\0", "latin1"),
			uint24(width - 1),
			uint24(height - 1),
			Buffer.alloc(10),
			filling,
		]);
		return Buffer.concat([Buffer.from("RIFF"), uint32(body.length).swap32(), body]);
	},
};

function uint16(value: number): Buffer {
	return Buffer.from([value >> 8, value & 255]);
}

function uint24(value: number): Buffer {
	return Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
}

function uint32(value: number): Buffer {
	return Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);
}
