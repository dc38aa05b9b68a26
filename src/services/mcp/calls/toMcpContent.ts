import type { McpContent } from "@shared/mcp";
import * as z from "zod";
import { detectFileType } from "../../files/detectFileType";
import { imageSize } from "../../files/imageSize";
import { megabytes } from "../transport/megabytes";

const optionalText = z.string().optional().catch(undefined);
const resourceSchema = z.looseObject({
	uri: z.string().catch(""),
	mimeType: optionalText,
	text: optionalText,
	blob: optionalText,
});
const blockSchema = z.discriminatedUnion("type", [
	z.looseObject({ type: z.literal("text"), text: z.string() }),
	z.looseObject({ type: z.literal("image"), data: z.string(), mimeType: z.string().catch("") }),
	z.looseObject({ type: z.literal("audio"), data: z.string(), mimeType: z.string().catch("audio/*") }),
	z.looseObject({ type: z.literal("resource"), resource: resourceSchema }),
	z.looseObject({
		type: z.literal("resource_link"),
		uri: z.string(),
		name: z.string().catch(""),
		description: optionalText,
		mimeType: optionalText,
	}),
]);

/** One content block as a server sent it. A broken one says so instead of taking the whole answer with it. */
export function toMcpContent(block: unknown, maxImageBytes: number): McpContent {
	const parsed = blockSchema.safeParse(block);
	if (!parsed.success) return unusable("A part of the answer is malformed and left out.");
	const { data } = parsed;
	switch (data.type) {
		case "text":
			return { kind: "text", text: data.text };
		case "image":
			return imageContent(data.data, maxImageBytes) ?? unusable("An image could not be decoded.");
		case "audio":
			return isBase64(data.data)
				? { kind: "audio", mimeType: data.mimeType, data: data.data }
				: unusable("An audio part could not be decoded.");
		case "resource":
			return toResourceContent(data.resource, maxImageBytes);
		case "resource_link":
			return {
				kind: "link",
				uri: data.uri,
				name: data.name || data.uri,
				...(data.description !== undefined && { description: data.description }),
				...(data.mimeType !== undefined && { mimeType: data.mimeType }),
			};
	}
}

/** One entry of what `resources/read` answers. */
export function toResourceContent(value: unknown, maxImageBytes: number): McpContent {
	const parsed = resourceSchema.safeParse(value);
	if (!parsed.success) return unusable("A resource is malformed and left out.");
	const { uri, mimeType, text, blob } = parsed.data;
	const type = mimeType !== undefined && { mimeType };
	if (text !== undefined) return { kind: "resource", uri, ...type, text };
	if (blob === undefined) return unusable(`The resource ${uri} has no content.`);
	if (!isBase64(blob)) return unusable(`The resource ${uri} could not be decoded.`);
	const image = imageContent(blob, maxImageBytes);
	if (image) return image;
	return { kind: "blob", uri, ...type, data: blob };
}

/**
 * undefined: no image that models take. The bytes tell the format, not the server: providers refuse a request whose
 * image is not what it says, and with it every later one of the conversation.
 */
function imageContent(data: string, maxBytes: number): McpContent | undefined {
	if (!isBase64(data)) return undefined;
	const bytes = Buffer.from(data, "base64");
	const type = detectFileType(bytes.subarray(0, 8192));
	const format = type.kind === "binary" ? type.format : undefined;
	if (format !== "png" && format !== "jpeg" && format !== "gif" && format !== "webp") return undefined;
	if (imageSize(bytes, format) === undefined) return unusable("An image is damaged or cut off.");
	if (bytes.length > maxBytes) {
		return unusable(`An image of ${megabytes(bytes.length)} is larger than ${megabytes(maxBytes)}.`);
	}
	return { kind: "image", mimeType: `image/${format}`, data: bytes.toString("base64") };
}

/** Blanks may stand behind a letter only: a long row of them would be tried in each of its splits. */
function isBase64(data: string): boolean {
	return /^[A-Za-z0-9+/\s]*[A-Za-z0-9+/]={0,2}\s*$/.test(data);
}

function unusable(note: string): McpContent {
	return { kind: "unusable", note };
}
