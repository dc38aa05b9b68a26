/**
 * What can be told of an HTML page without building its tree. Every function is linear in the page's length, whatever
 * it holds: pages are written by strangers.
 */

/** Elements whose content is no HTML, and comments; one that is not closed goes to the end, as in a browser. */
export function withoutRawElements(html: string): string {
	const open = /<(?:(script|style|template|noscript|iframe|textarea)(?=[\s/>])|!--)/gi;
	const kept: string[] = [];
	let from = 0;
	for (let match = open.exec(html); match; match = open.exec(html)) {
		kept.push(html.slice(from, match.index));
		const close = match[1] === undefined ? /-->/g : new RegExp(`</${match[1]}[^<>]*>`, "gi");
		close.lastIndex = open.lastIndex;
		if (!close.exec(html)) return kept.join("");
		from = close.lastIndex;
		open.lastIndex = from;
	}
	kept.push(html.slice(from));
	return kept.join("");
}

export function titleOf(html: string): string | undefined {
	const match = /<title[^<>]*>([^<]{1,1000})</i.exec(html.slice(0, 200_000));
	const title = decodeEntities(match?.[1] ?? "")
		.replace(/\s+/g, " ")
		.trim();
	return title === "" ? undefined : title.slice(0, 300);
}

/** What stands in `<main>`, where the page marks it: the rest is the site around it. */
export function mainPart(html: string): string {
	const start = html.search(/<main[\s>]/i);
	const end = [...html.matchAll(/<\/main\s?>/gi)].at(-1)?.index ?? -1;
	return start !== -1 && end > start ? html.slice(start, end) : html;
}

/** A tree deeper than this ends the stack of who walks it by recursion. */
const maxDepth = 400;
/** Parsers open formatting that was not closed again in each block that follows: few tags can mean millions of nodes. */
const maxNodes = 500_000;

/** Whether the page's tree would be too deep or too large to build. */
export function isHostile(html: string): boolean {
	const open = new Map<string, number>();
	let depth = 0;
	let formatting = 0;
	let nodes = 0;
	for (const [, slash, given = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
		const name = given.toLowerCase();
		const count = open.get(name) ?? 0;
		if (unclosed.has(name)) {
			nodes += 1 + formatting;
		} else if (slash === "") {
			open.set(name, count + 1);
			depth++;
			nodes += 1 + formatting;
			if (formattingNames.has(name)) formatting++;
		} else if (count > 0) {
			open.set(name, count - 1);
			depth--;
			if (formattingNames.has(name)) formatting--;
		}
		if (depth > maxDepth || nodes > maxNodes) return true;
	}
	return false;
}

/** Void elements, and those that the next one of their kind closes: they do not nest. */
const unclosed: ReadonlySet<string> = new Set(
	"area base br col embed hr img input link meta param source track wbr p li dt dd option tr td th thead tbody tfoot".split(
		" ",
	),
);

/** HTML standard, "list of active formatting elements". */
const formattingNames: ReadonlySet<string> = new Set(
	"a b big code em font i nobr s small strike strong tt u".split(" "),
);

/** The text of a page whose tree is not built. */
export function withoutTags(html: string): string {
	return decodeEntities(html.replace(/<[^<>]*>/g, " ")).replace(/[ \t]+/g, " ");
}

const entities: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
};

function decodeEntities(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
		if (name) return entities[String(name).toLowerCase()] ?? whole;
		const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
		return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
			? String.fromCodePoint(code)
			: whole;
	});
}
