/**
 * Cuts Markdown into blocks that can be parsed one by one, so that a streamed answer parses only its last block anew.
 * A cut is made at a blank line outside a code fence, where what follows cannot belong to what stands before it
 * (an indented line or a further item of the same list does). The blocks joined are the text again.
 */
export function splitMarkdown(text: string): string[] {
	// A link's definition may stand anywhere and is needed by every block.
	if (linkDefinition.test(text)) return [text];
	const blocks: string[] = [];
	let block = "";
	let fence: string | undefined;
	let isAfterBlank = false;
	for (const line of linesOf(text)) {
		const isBlank = line.trim() === "";
		if (fence === undefined && isAfterBlank && !isBlank && isFreshStart(line, block)) {
			blocks.push(block);
			block = "";
		}
		fence = nextFence(fence, line);
		isAfterBlank = isBlank && fence === undefined;
		block += line;
	}
	if (block !== "") blocks.push(block);
	return blocks;
}

/** The open code fence at the text's end: shown as code while it streams, without parsing it again and again. */
export function openFence(block: string): { before: string; language: string; code: string } | undefined {
	let fence: string | undefined;
	let offset = 0;
	let start = 0;
	for (const line of linesOf(block)) {
		const next = nextFence(fence, line);
		if (fence === undefined && next !== undefined) start = offset;
		fence = next;
		offset += line.length;
	}
	if (fence === undefined) return undefined;
	const opening = block.indexOf("\n", start);
	const info = (opening === -1 ? block.slice(start) : block.slice(start, opening)).trim();
	// An indented fence stands in a list; only the parser knows where its text begins.
	if (/^\s/.test(block.slice(start, start + 1))) return undefined;
	const code = opening === -1 ? "" : block.slice(opening + 1);
	return {
		before: block.slice(0, start),
		language:
			info
				.replace(/^[`~]+/, "")
				.trim()
				.split(/\s/)[0] ?? "",
		code,
	};
}

const linkDefinition = /^ {0,3}\[[^\]]+\]:\s*\S/m;
const listItem = /^ {0,3}([-*+]|\d{1,9}[.)])\s/;

function isFreshStart(line: string, block: string): boolean {
	if (/^\s/.test(line)) return false;
	return !(listItem.test(line) && listItem.test(block));
}

function nextFence(fence: string | undefined, line: string): string | undefined {
	const mark = /^\s*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})(.*)$/.exec(line.trimEnd());
	const run = mark?.[1];
	if (run === undefined) return fence;
	if (fence === undefined) return run.startsWith("`") && mark?.[2]?.includes("`") ? undefined : run;
	const isClosing = run[0] === fence[0] && run.length >= fence.length && mark?.[2]?.trim() === "";
	return isClosing ? undefined : fence;
}

function* linesOf(text: string): Generator<string> {
	let start = 0;
	while (start < text.length) {
		const end = text.indexOf("\n", start);
		const next = end === -1 ? text.length : end + 1;
		yield text.slice(start, next);
		start = next;
	}
}
