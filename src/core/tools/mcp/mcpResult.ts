import type { McpContent } from "@shared/mcp";
import { type ContentPart, maxRowTextChars, type ToolBody } from "@shared/tools";

/** What a server said, for the model. What it cannot take is told in words; the text is the server's, not the user's. */
export function mcpParts(content: readonly McpContent[], supportsImages: boolean): ContentPart[] {
	return content.map((part) => partOf(part, supportsImages));
}

function partOf(part: McpContent, supportsImages: boolean): ContentPart {
	switch (part.kind) {
		case "text":
			return text(part.text);
		case "image":
			return supportsImages
				? { type: "image", mediaType: part.mimeType, data: part.data }
				: text(`[An image (${part.mimeType}) was shown to the user; this model takes none.]`);
		case "audio":
			return text(`[Audio (${part.mimeType}, ${bytesOf(part.data)} bytes) was shown to the user.]`);
		case "resource":
			return text(`[Resource ${part.uri}]\n${part.text}`);
		case "blob":
			return text(
				`[Resource ${part.uri}: binary${part.mimeType ? `, ${part.mimeType}` : ""}, ${bytesOf(part.data)} bytes.]`,
			);
		case "link":
			return text(
				`[Resource link: ${part.name} (${part.uri})${part.description ? `: ${part.description}` : ""}. Read it with access_mcp_resource.]`,
			);
		case "unusable":
			return text(`[${part.note}]`);
	}
}

export interface McpCall {
	readonly server: string;
	readonly name: string;
	readonly input: string;
	/** see the card's body */
	readonly fingerprint?: string | undefined;
}

/** The card of a call, before and after it. */
export function mcpBody(
	call: McpCall,
	content: readonly McpContent[] | undefined,
	progress?: string,
): ToolBody {
	const images = (content ?? []).flatMap((part) =>
		part.kind === "image" ? [{ mediaType: part.mimeType, data: part.data }] : [],
	);
	const said = (content ?? []).flatMap((part) => {
		const shown = partOf(part, true);
		return shown.type === "text" ? [shown.text] : [];
	});
	return {
		kind: "mcp",
		server: call.server,
		name: call.name,
		input: shortened(call.input),
		...(call.fingerprint !== undefined && { fingerprint: call.fingerprint }),
		...(content === undefined ? {} : { output: shortened(said.join("\n\n")) }),
		...(progress === undefined ? {} : { progress }),
		images,
	};
}

/** Nobody is to take the part that is shown for the whole. */
function shortened(text: string): string {
	if (text.length <= maxRowTextChars) return text;
	const note = (left: number) => `\n… ${left} more characters are not shown`;
	const kept = maxRowTextChars - note(text.length).length;
	return text.slice(0, kept) + note(text.length - kept);
}

function bytesOf(base64: string): number {
	return Math.floor((base64.length * 3) / 4);
}

function text(said: string): ContentPart {
	return { type: "text", text: said };
}
