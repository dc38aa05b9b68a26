/** The comment forms of common languages around one text; `mark` is what the comment begins with. */
const comment =
	/^\s*(?<mark>\/\/+|#+|--+|;+|%+|'+|\{?\/\*+|<!--+|"""|\*|REM\b)?\s*(?<text>.*?)\s*(?:\*+\/\}?|--+>|""")?\s*$/i;

const dots = String.raw`(?:\.{3,}|…)`;
const bothDots = new RegExp(`^[[(]?${dots}[^.…;{}=]*${dots}[\\])]?$`);
const startDots = new RegExp(`^[[(]?${dots}`);
const endDots = new RegExp(`${dots}[\\])]?$`);
const onlyDots = new RegExp(`^[[(]?${dots}[\\])]?$`);
const stayWords =
	"(?:existing|rest|remaining|remainder|unchanged|previous|same|other|original|omitted|keep|kept|more)";
const stayWord = new RegExp(`\\b${stayWords}\\b`, "i");
/** a sentence may end in dots: behind it they count only if it begins so */
const firstWord = new RegExp(`^(?:the\\s+)?${stayWords}\\b`, "i");

const part =
	"(?:code|file|content|contents|functions?|methods?|class|classes|components?|imports?|implementation|logic|" +
	"lines?|section|styles|tests|body|routes|fields|properties)";
const stays =
	"(?:(?:remains?|stays?|is|are)\\s+)?(?:unchanged|(?:the\\s+)?same(?:\\s+as\\s+before)?|as\\s+before|as\\s+is|here)";
/** Without dots the whole comment has to say it. */
const plain: readonly RegExp[] = [
	new RegExp(
		`^(?:the\\s+)?(?:rest|remainder)(?:\\s+of\\s+(?:the\\s+|this\\s+)?(?:${part}\\s*)+)(?:\\s*${stays})?$`,
		"i",
	),
	new RegExp(
		`^(?:the\\s+)?(?:existing|remaining|unchanged|original)\\s+(?:${part}\\s*)+(?:\\s*${stays})?$`,
		"i",
	),
	new RegExp(`^(?:${part}\\s+)+(?:remains?|stays?)\\s+(?:unchanged|the\\s+same)$`, "i"),
];

/** Whether a line of a sketch stands for lines of the file: a comment, or plain text, that says so. */
export function isPlaceholder(line: string): boolean {
	if (line.length > 200) return false;
	const { mark, text = "" } = comment.exec(line)?.groups ?? {};
	if (text === "") return false;
	const inner = text.replace(/^[[(]\s*|\s*[\])]$/g, "");
	if (mark === undefined) return isPlainPlaceholder(text, inner);
	if (onlyDots.test(text) || bothDots.test(text)) return true;
	if (startDots.test(text)) return stayWord.test(text);
	if (endDots.test(text)) return firstWord.test(inner);
	return plain.some((pattern) => pattern.test(inner));
}

/** Bare dots are code in Python, and a sentence without comment marks is text: both ends must have dots, or all be said. */
function isPlainPlaceholder(text: string, inner: string): boolean {
	if (bothDots.test(text)) return stayWord.test(text);
	return plain.some((pattern) => pattern.test(inner)) && /\b(?:code|file)\b/i.test(inner);
}

/** Code and a placeholder in one line: where its lines would go is not said. */
export function holdsPlaceholder(line: string): boolean {
	return /(?:\.{3}|…)\s*(?:existing|rest of)\s+(?:the\s+)?(?:code|file)\b|\bexisting code\s*(?:\.{3}|…)/i.test(
		line,
	);
}
