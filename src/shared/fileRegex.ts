/**
 * The `fileRegex` of a mode: a JavaScript regular expression without flags, searched in a path with forward slashes.
 * It comes from files that strangers write, so that its shape is looked at before it is used.
 */
export const maxFileRegexChars = 500;

/** What is wrong with a pattern, as the rest of a sentence ("… is empty"); undefined when it can be used. */
export function fileRegexProblem(source: string): string | undefined {
	if (source === "") return "is empty";
	if (source.length > maxFileRegexChars)
		return `is ${source.length} characters long; at most ${maxFileRegexChars} are allowed`;
	const broken = compileProblem(source);
	if (broken !== undefined) return `is no regular expression: ${broken}`;
	const nested = nestedRepetition(source);
	if (nested === undefined) return undefined;
	return `repeats a repetition, ${nested}, which can take forever to match`;
}

function compileProblem(source: string): string | undefined {
	try {
		new RegExp(source);
		return undefined;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return message.slice(message.lastIndexOf(": ") + 2);
	}
}

/** An open group while it is read. */
interface Group {
	readonly start: number;
	/** of the alternative that is being read */
	atoms: number;
	/** its only atom so far is repeated without bound */
	isRepeat: boolean;
	/** some finished alternative was such a repetition */
	hasRepeat: boolean;
}

const openGroup = (start: number): Group => ({ start, atoms: 0, isRepeat: false, hasRepeat: false });
const tokenPattern =
	/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?|\)|\||\^|\$|[\s\S]/y;
const quantifierPattern = /([*+]|\{\d+,\})\??|(?:\?|\{\d+(?:,\d+)?\})\??/y;

/**
 * The first group of the kind `(a+)*`: one whose alternative is nothing but an unbounded repetition, itself repeated
 * without bound. The slow patterns that this does not see are stopped while they match (see core's matchesFileRegex).
 */
function nestedRepetition(source: string): string | undefined {
	const groups: Group[] = [openGroup(0)];
	for (let at = 0; at < source.length; ) {
		const token = matchAt(tokenPattern, source, at)?.[0] ?? "";
		const from = at;
		at += token.length;
		const group = groups.at(-1);
		if (group === undefined || token === "") return undefined;
		if (token.startsWith("(")) groups.push(openGroup(from));
		else if (token === "|") endAlternative(group);
		else if (token !== "^" && token !== "$") {
			const closed = token === ")" ? groups.pop() : undefined;
			const inner = closed !== undefined && (closed.hasRepeat || closed.isRepeat);
			const quantifier = matchAt(quantifierPattern, source, at);
			at += quantifier?.[0].length ?? 0;
			const isUnbounded = quantifier?.[1] !== undefined;
			if (inner && isUnbounded) return source.slice(closed?.start, at);
			addAtom(groups.at(-1), isUnbounded || inner);
		}
	}
	return undefined;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(source);
}

function endAlternative(group: Group): void {
	group.hasRepeat ||= group.isRepeat;
	group.atoms = 0;
	group.isRepeat = false;
}

function addAtom(group: Group | undefined, isRepeat: boolean): void {
	if (group === undefined) return;
	group.atoms += 1;
	group.isRepeat = group.atoms === 1 && isRepeat;
}
