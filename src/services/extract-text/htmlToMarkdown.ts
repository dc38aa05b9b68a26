import { XMLParser } from "fast-xml-parser";

/** Tag name → children, in order; attributes stand beside under ":@". */
type Node = Readonly<Record<string, unknown>>;

const attributes = ":@";

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	trimValues: false,
	parseTagValue: false,
	htmlEntities: true,
	unpairedTags: ["br", "hr", "img"],
	// limits of the parser against entities that grow; these texts hold one a character
	processEntities: {
		enabled: true,
		maxTotalExpansions: Number.MAX_SAFE_INTEGER,
		maxExpandedLength: Number.MAX_SAFE_INTEGER,
	},
});

/** The simple, well-formed HTML of a converted document as Markdown, for reading. */
export function htmlToMarkdown(html: string): string {
	const nodes = asNodes(parser.parse(html));
	return `${renderBlocks(nodes).join("\n\n")}\n`;
}

function asNodes(value: unknown): readonly Node[] {
	return Array.isArray(value) ? value : [];
}

function tagOf(node: Node): string {
	return Object.keys(node).find((key) => key !== attributes) ?? "";
}

function childrenOf(node: Node): readonly Node[] {
	return asNodes(node[tagOf(node)]);
}

function renderBlocks(nodes: readonly Node[]): string[] {
	return nodes.flatMap((node) => {
		const block = renderBlock(node);
		return block.trim() === "" ? [] : [block];
	});
}

function renderBlock(node: Node): string {
	const tag = tagOf(node);
	const heading = /^h([1-6])$/.exec(tag);
	if (heading) return `${"#".repeat(Number(heading[1]))} ${inline(childrenOf(node))}`;
	if (tag === "ul" || tag === "ol") return renderList(node, "");
	if (tag === "table") return renderTable(node);
	return inline([node]).trim();
}

function renderList(list: Node, indent: string): string {
	const isOrdered = tagOf(list) === "ol";
	const items = childrenOf(list).filter((node) => tagOf(node) === "li");
	return items
		.map((item, index) => {
			const isSublist = (node: Node) => ["ul", "ol"].includes(tagOf(node));
			const own = inline(childrenOf(item).filter((node) => !isSublist(node))).trim();
			const below = childrenOf(item).filter(isSublist);
			const marker = isOrdered ? `${index + 1}. ` : "- ";
			return [`${indent}${marker}${own}`, ...below.map((sub) => renderList(sub, `${indent}  `))].join("\n");
		})
		.join("\n");
}

function renderTable(table: Node): string {
	const rows = rowsOf(table).map((row) => {
		const cells = childrenOf(row).filter((node) => ["td", "th"].includes(tagOf(node)));
		const texts = cells.map((cell) =>
			renderBlocks(childrenOf(cell))
				.join(" / ")
				.replace(/\s*\n\s*/g, " / ")
				.replaceAll("|", "\\|"),
		);
		return `| ${texts.join(" | ")} |`;
	});
	const columns = (rows[0]?.match(/(?<!\\)\|/g)?.length ?? 1) - 1;
	return [rows[0], `|${" --- |".repeat(columns)}`, ...rows.slice(1)].join("\n");
}

function rowsOf(node: Node): readonly Node[] {
	return childrenOf(node).flatMap((child) => {
		const tag = tagOf(child);
		return tag === "tr" ? [child] : ["thead", "tbody", "tfoot"].includes(tag) ? rowsOf(child) : [];
	});
}

function inline(nodes: readonly Node[]): string {
	return nodes.map(renderInline).join("");
}

function renderInline(node: Node): string {
	const tag = tagOf(node);
	if (tag === "#text") return String(node[tag]);
	const text = inline(childrenOf(node));
	switch (tag) {
		case "br":
			return "\n";
		case "img":
			return `[picture${altOf(node)}]`;
		case "strong":
			return text.trim() === "" ? text : `**${text}**`;
		case "em":
			return text.trim() === "" ? text : `*${text}*`;
		case "a":
			return renderLink(node, text);
		case "p":
		case "li":
			return `${text}\n`;
		default:
			return text;
	}
}

function renderLink(node: Node, text: string): string {
	const href = attributeOf(node, "href");
	return text === "" || href === "" || href.startsWith("#") ? text : `[${text}](${href})`;
}

function altOf(node: Node): string {
	const alt = attributeOf(node, "alt").replace(/\s+/g, " ").trim();
	return alt === "" ? "" : `: ${alt}`;
}

function attributeOf(node: Node, name: string): string {
	const all = node[attributes];
	if (typeof all !== "object" || all === null) return "";
	return String(new Map(Object.entries(all)).get(`@_${name}`) ?? "");
}
