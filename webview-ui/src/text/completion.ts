import type { CommandSummary } from "@shared/messages";

/** The word at the caret that asks for a list: `/` at the start of the message, `@` at the start of a word. */
export interface Trigger {
	readonly kind: "command" | "mention";
	/** the word's place in the text, its mark included (UTF-16) */
	readonly start: number;
	readonly end: number;
	/** what stands between mark and caret; in a mention with its spaces as they are meant */
	readonly query: string;
}

export interface CompletionItem {
	/** unique in its list */
	readonly id: string;
	/** what takes the word's place */
	readonly insert: string;
	readonly label: string;
	readonly detail?: string | undefined;
	readonly icon: string;
	/** a folder: the list goes on with what is in it */
	readonly isOpen?: boolean;
}

export function findTrigger(text: string, caret: number): Trigger | undefined {
	const before = text.slice(0, caret);
	if (/^\/[^\s/]*$/.test(before)) {
		return { kind: "command", start: 0, end: caret + restOfWord(text, caret), query: before.slice(1) };
	}
	const mention = /(?:^|[\s([{<"'*“‘«])@((?:\\ |\S)*)$/.exec(before);
	if (mention === null) return undefined;
	const typed = mention[1] ?? "";
	// An address is typed to its end by hand.
	if (/^https?:/i.test(typed)) return undefined;
	const start = caret - typed.length - 1;
	return { kind: "mention", start, end: caret + restOfWord(text, caret), query: unescapePath(typed) };
}

function restOfWord(text: string, caret: number): number {
	return /^(?:\\ |\S)*/.exec(text.slice(caret))?.[0].length ?? 0;
}

/** As the mention reader takes it: a space belongs to the path when a backslash stands before it. */
export function escapePath(path: string): string {
	return path.replaceAll(" ", "\\ ");
}

function unescapePath(typed: string): string {
	// The backslash at the end waits for its space.
	return typed.replaceAll("\\ ", " ").replace(/\\$/, "");
}

const commandIcons = { mode: "arrow-swap", workflow: "play", "built-in": "symbol-event" } as const;

/** Names that begin with the query come first, then those that hold it. */
export function commandItems(commands: readonly CommandSummary[], query: string): CompletionItem[] {
	const wanted = query.toLowerCase();
	const at = (command: CommandSummary) => command.name.toLowerCase().indexOf(wanted);
	const found = commands.filter((command) => at(command) >= 0);
	const first = found.filter((command) => at(command) === 0);
	const others = found.filter((command) => at(command) > 0);
	return [...first, ...others].map(({ name, description, kind, argumentHint }) => ({
		id: `/${name}`,
		insert: `/${name}`,
		label: argumentHint === undefined ? `/${name}` : `/${name} ${argumentHint}`,
		detail: description,
		icon: commandIcons[kind],
	}));
}

const sources = [
	{ name: "problems", detail: "What the editor reports as errors and warnings", icon: "warning" },
	{ name: "terminal", detail: "The last command in your terminal and its output", icon: "terminal" },
	{ name: "git-changes", detail: "What is changed and not committed", icon: "git-commit" },
] as const;

/** `paths` as the host ranks them. */
export function mentionItems(paths: readonly string[], query: string): CompletionItem[] {
	const named = sources.filter(({ name }) => name.startsWith(query.toLowerCase()));
	return [
		...named.map(({ name, detail, icon }) => ({
			id: `@${name}`,
			insert: `@${name}`,
			label: name,
			detail,
			icon,
		})),
		...paths.map(pathItem),
	];
}

function pathItem(path: string): CompletionItem {
	const isFolder = path.endsWith("/");
	const whole = isFolder ? path.slice(0, -1) : path;
	const cut = whole.lastIndexOf("/");
	const folder = cut < 0 ? undefined : whole.slice(0, cut);
	return {
		id: `@/${path}`,
		insert: `@/${escapePath(path)}`,
		label: path.slice(cut + 1),
		detail: folder,
		icon: isFolder ? "folder" : "file",
		...(isFolder && { isOpen: true }),
	};
}

/** The message is that command and nothing else: there is nothing to complete. */
export function isWholeCommand(text: string, item: CompletionItem): boolean {
	return text.startsWith("/") && text === item.insert;
}

/** What replaces which part of the text. A space follows, unless one is there or the person goes on into a folder. */
export function insertionOf(
	text: string,
	trigger: Trigger,
	item: CompletionItem,
): { readonly start: number; readonly end: number; readonly text: string } {
	const { start, end } = trigger;
	if (item.isOpen) return { start, end, text: item.insert };
	// The space that is there is taken along, so that the caret comes to stand behind it.
	const hasSpace = /[ \t]/.test(text.charAt(end));
	return { start, end: hasSpace ? end + 1 : end, text: `${item.insert} ` };
}
