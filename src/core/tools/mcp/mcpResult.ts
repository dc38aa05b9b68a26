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

/** The card of a call, before and after it. */
export function mcpBody(
	call: { readonly server: string; readonly name: string; readonly input: string },
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
		input: call.input.slice(0, maxRowTextChars),
		...(content === undefined ? {} : { output: said.join("\n\n").slice(0, maxRowTextChars) }),
		...(progress === undefined ? {} : { progress }),
		images,
	};
}

function bytesOf(base64: string): number {
	return Math.floor((base64.length * 3) / 4);
}

function text(said: string): ContentPart {
	return { type: "text", text: said };
}
