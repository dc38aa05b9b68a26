import { type ImageFormat, imageSize } from "@services/files/imageSize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageOf } from "./images";

const formats: readonly ImageFormat[] = ["png", "jpeg", "gif", "webp"];

describe("imageSize", () => {
	it.each(formats)("knows the size of a %s image", (format) => {
		expect(imageSize(imageOf(format, 300, 200), format)).toEqual({ width: 300, height: 200 });
	});

	it("knows the size of WebP images of the simple kinds", () => {
		const lossy = Buffer.alloc(40);
		lossy.write("RIFF\x20\0\0\0WEBPVP8 ", "latin1");
		lossy.writeUInt16LE(300 | 0x4000, 26);
		lossy.writeUInt16LE(200, 28);
		expect(imageSize(lossy, "webp")).toEqual({ width: 300, height: 200 });
		const lossless = Buffer.alloc(40);
		lossless.write("RIFF\x20\0\0\0WEBPVP8L", "latin1");
		lossless.writeUInt32LE(299 | (199 << 14), 21);
		expect(imageSize(lossless, "webp")).toEqual({ width: 300, height: 200 });
	});

	it.each(formats)("refuses a %s image without extent", (format) => {
		if (format === "webp") expect(imageSize(Buffer.alloc(40), format)).toBeUndefined();
		else expect(imageSize(imageOf(format, 0, 5), format)).toBeUndefined();
	});

	it("never throws, whatever the bytes are", () => {
		fc.assert(
			fc.property(fc.constantFrom(...formats), fc.uint8Array({ maxLength: 80 }), (format, tail) => {
				const head = imageOf(format, 3, 3).subarray(0, 12);
				const size = imageSize(Buffer.concat([head, tail]), format);
				expect(size === undefined || size.width > 0).toBe(true);
			}),
		);
	});
});
