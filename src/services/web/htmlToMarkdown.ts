import { withinTime } from "@services/limits/withinTime";
import type TurndownService from "turndown";
import { isHostile, mainPart, titleOf, withoutRawElements, withoutTags } from "./htmlText";

export interface MarkdownPage {
	readonly title?: string | undefined;
	readonly text: string;
}

/** The readable part of an HTML page as Markdown. Loads its library on first use; never throws for what a page holds. */
export async function htmlToMarkdown(html: string): Promise<MarkdownPage> {
	const title = titleOf(html);
	const body = mainPart(withoutRawElements(html));
	if (isHostile(body)) return { title, text: tidy(withoutTags(body)) };
	converter ??= createConverter();
	return { title, text: tidy(convert(await converter, body) ?? withoutTags(body)) };
}

/** Enough for the largest page that is read; everything else waits meanwhile. */
const timeLimitMs = 2000;

/** undefined: it takes too long, or nests too deep, which `isHostile` cannot always tell. */
function convert(service: TurndownService, html: string): string | undefined {
	// as plain elements: inside of SVG and MathML other rules of nesting hold
	const plain = html.replace(/<(\/?)(svg|math)(?=[\s/>])/gi, "<$1x-$2");
	try {
		const done = withinTime(timeLimitMs, () => service.turndown(plain));
		// one that was stopped halfway is not used again
		if (!done) converter = undefined;
		return done?.value;
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

let converter: Promise<TurndownService> | undefined;

/** What the rules look at of a DOM node: the engine's types know no DOM. */
interface PageNode {
	readonly nodeName: string;
	readonly parentNode: PageNode | null;
	readonly previousSibling: PageNode | null;
	readonly childNodes: ArrayLike<PageNode>;
	getAttribute?(name: string): string | null;
}

interface PageRule {
	filter(node: PageNode): boolean;
	replacement(content: string, node: PageNode): string;
}

async function createConverter(): Promise<TurndownService> {
	const { default: Turndown } = await import("turndown");
	const service = new Turndown({
		headingStyle: "atx",
		codeBlockStyle: "fenced",
		bulletListMarker: "-",
		hr: "---",
	});
	// the library's types are written against the DOM's
	for (const [name, rule] of Object.entries(rules))
		service.addRule(name, rule as unknown as TurndownService.Rule);
	return service;
}

const named =
	(...names: readonly string[]) =>
	({ nodeName }: PageNode) =>
		names.includes(nodeName);

const attribute = (node: PageNode, name: string) => node.getAttribute?.(name)?.trim() ?? "";

/** What is no text of a page. */
const noise = "HEAD TITLE NAV FOOTER ASIDE FORM DIALOG OBJECT CANVAS AUDIO VIDEO BUTTON SELECT X-SVG".split(
	" ",
);

const rules: Readonly<Record<string, PageRule>> = {
	noise: { filter: named(...noise), replacement: () => "" },
	/** a link to a place on the page, or with a program in it, is its text */
	deadLinks: {
		filter: (node) => node.nodeName === "A" && /^(#|javascript:|data:|$)/i.test(attribute(node, "href")),
		replacement: (content) => content,
	},
	images: {
		filter: named("IMG"),
		replacement: (_content, node) => (attribute(node, "alt") ? `[image: ${attribute(node, "alt")}]` : ""),
	},
	cells: {
		filter: named("TH", "TD"),
		replacement: (content) =>
			` ${content
				.trim()
				.replaceAll("|", "\\|")
				.replace(/\s*\n\s*/g, " ")} |`,
	},
	rows: { filter: named("TR"), replacement: tableRow },
	rowGroups: { filter: named("THEAD", "TBODY", "TFOOT"), replacement: (content) => content },
};

/** GitHub's tables: the first row is the head. */
function tableRow(content: string, node: PageNode): string {
	const row = `\n|${content.replaceAll("\n", "")}`;
	const group = node.parentNode;
	const isFirst = isFirstRow(node) && (!group || group.nodeName === "TABLE" || isFirstRow(group));
	if (!isFirst) return row;
	const cells = Array.from(node.childNodes).filter(named("TH", "TD")).length;
	return `${row}\n|${" --- |".repeat(cells)}`;
}

/** No row or group of rows stands before it. */
function isFirstRow(node: PageNode): boolean {
	for (let before = node.previousSibling; before; before = before.previousSibling) {
		if (/^(TR|THEAD|TBODY|TFOOT)$/.test(before.nodeName)) return false;
	}
	return true;
}

/** Line by line: a pattern for white space at line ends would be quadratic. */
function tidy(text: string): string {
	const lines = text.split("\n").map((line) => line.trimEnd());
	return lines
		.filter((line, index) => line !== "" || lines[index - 1] !== "")
		.join("\n")
		.trim();
}
