import { toMcpContent, toResourceContent } from "@services/mcp/calls/toMcpContent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imageOf } from "../../files/images";

const maxBytes = 10_000;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const image = (data: string, mimeType = "image/png") =>
	toMcpContent({ type: "image", data, mimeType }, maxBytes);

describe("images", () => {
	it.each(["png", "jpeg", "gif", "webp"] as const)(
		"are named by their bytes, whatever the server says (%s)",
		(format) => {
			const data = base64(imageOf(format, 3, 2));
			expect(image(data, "image/bmp")).toEqual({ kind: "image", mimeType: `image/${format}`, data });
		},
	);

	it.each<[string, string]>([
		["no base64", "%%%"],
		["nothing", ""],
		["text", base64(Buffer.from("hello"))],
		["a page", base64(Buffer.from("<svg></svg>"))],
		["one that is cut off", base64(imageOf("png", 3, 2).subarray(0, 30))],
		["one that is too large", base64(imageOf("png", 3, 2, maxBytes))],
	])("that providers refuse are left out with a note: %s", (_name, data) => {
		expect(image(data)).toMatchObject({ kind: "unusable" });
	});

	it("may be wrapped into lines", () => {
		const data = base64(imageOf("gif", 3, 2));
		expect(image(data.replace(/.{10}/g, "$&\n"))).toMatchObject({ kind: "image", data });
	});
});

describe("other parts", () => {
	it.each([
		[
			{ type: "text", text: "hi" },
			{ kind: "text", text: "hi" },
		],
		[
			{ type: "audio", data: "AAAA", mimeType: "audio/wav" },
			{ kind: "audio", mimeType: "audio/wav", data: "AAAA" },
		],
		[{ type: "audio", data: "?" }, { kind: "unusable" }],
		[
			{ type: "resource_link", uri: "a:b", name: "" },
			{ kind: "link", uri: "a:b", name: "a:b" },
		],
		[
			{ type: "resource", resource: { uri: "a:b", text: "" } },
			{ kind: "resource", uri: "a:b", text: "" },
		],
		[
			{ type: "resource", resource: { uri: "a:b", blob: "AAAA" } },
			{ kind: "blob", uri: "a:b", data: "AAAA" },
		],
		[{ type: "resource", resource: { uri: "a:b" } }, { kind: "unusable" }],
		[{ type: "text" }, { kind: "unusable" }],
		[{ type: "hologram" }, { kind: "unusable" }],
		[null, { kind: "unusable" }],
	])("%j", (block, expected) => {
		expect(toMcpContent(block, maxBytes)).toMatchObject(expected);
	});

	it("shows the image in a resource", () => {
		const blob = base64(imageOf("png", 3, 2));
		expect(
			toResourceContent({ uri: "a:b", mimeType: "application/octet-stream", blob }, maxBytes),
		).toMatchObject({
			kind: "image",
			mimeType: "image/png",
		});
	});

	it("never throws", () => {
		const type = fc.constantFrom("text", "image", "audio", "resource", "resource_link");
		const block = fc.oneof(
			fc.anything(),
			fc.record({ type, data: fc.anything(), resource: fc.anything(), uri: fc.anything() }),
		);
		fc.assert(fc.property(block, (value) => void toMcpContent(value, maxBytes)));
	});
});

it("reads a long row of blanks in bad base64 in no time", () => {
	const data = `A${" ".repeat(1_000_000)}!`;
	expect(toMcpContent({ type: "audio", data, mimeType: "audio/wav" }, maxBytes)).toMatchObject({
		kind: "unusable",
	});
});
