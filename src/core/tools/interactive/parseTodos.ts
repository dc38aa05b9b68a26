import { KilnError } from "@shared/errors";
import { type TodoItem, todoItemSchema } from "@shared/tools";
import * as z from "zod";

type Draft = Pick<TodoItem, "content" | "status"> & { readonly id?: string | undefined };

const maxItems = 200;
const statusOfMark: Readonly<Record<string, TodoItem["status"]>> = {
	"": "pending",
	" ": "pending",
	"-": "in_progress",
	x: "completed",
	X: "completed",
};
/** `- [x] done`, `* [-] doing`, `1. [ ] to do`, `[ ] to do`; indented or not */
const checklistLine = /^\s*(?:(?:[-*+]|\d{1,4}[.)])\s+)?\[([ xX-]?)\]\s*(.*)$/;
const jsonItems = z.array(
	todoItemSchema.extend({ id: z.string().optional(), content: z.string().trim().min(1) }),
);

/**
 * A Markdown checklist or a JSON list → items. The same content keeps the id that it had in `before`. Throws a
 * KilnError that names the first bad line or item. Empty text is an empty list.
 */
export function parseTodos(text: string, before: readonly TodoItem[]): TodoItem[] {
	const drafts = isJson(text.trim()) ? readJson(text) : readLines(text);
	if (drafts.length > maxItems) {
		throw malformed(`The list has ${drafts.length} items; at most ${maxItems} are possible.`);
	}
	return withIds(drafts, before);
}

/** `[ ] to do` begins like a list, too. */
function isJson(text: string): boolean {
	return text === "[]" || /^\[\s*[{"]/.test(text);
}

/** Items of the lines that are good so far, for a preview. */
export function previewTodos(text: string): TodoItem[] {
	return text
		.split("\n")
		.map(readLine)
		.filter((draft) => draft !== undefined)
		.slice(0, maxItems)
		.map((draft, index) => ({ id: `t${index + 1}`, content: draft.content, status: draft.status }));
}

function readLines(text: string): Draft[] {
	return text.split(/\r?\n/).flatMap((line, index) => {
		if (line.trim() === "") return [];
		const draft = readLine(line);
		if (draft) return [draft];
		throw malformed(`Line ${index + 1} is no checklist item: ${JSON.stringify(line.trim().slice(0, 80))}.`);
	});
}

function readLine(line: string): Draft | undefined {
	const match = checklistLine.exec(line);
	const status = statusOfMark[match?.[1] ?? "none"];
	const content = match?.[2]?.trim();
	return status && content ? { content, status } : undefined;
}

function readJson(text: string): Draft[] {
	const parsed = jsonItems.safeParse(parseJson(text));
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const place = typeof issue?.path[0] === "number" ? `Item ${issue.path[0] + 1}` : "The list";
	const field = issue?.path[1] === undefined ? "" : `, ${String(issue.path[1])}`;
	throw malformed(`${place}${field}: ${issue?.message ?? "malformed"}.`);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw malformed(`The list is no valid JSON: ${error instanceof Error ? error.message : error}.`);
	}
}

function malformed(message: string): KilnError {
	const hint = "Give one item a line: `[ ] to do`, `[-] in progress`, `[x] done`.";
	return new KilnError("invalid_parameters", message, hint);
}

function withIds(drafts: readonly Draft[], before: readonly TodoItem[]): TodoItem[] {
	const free = new Map<string, string[]>();
	for (const { content, id } of before) free.set(content, [...(free.get(content) ?? []), id]);
	const used = new Set<string>();
	const claim = (id: string | undefined) => {
		if (id === undefined || used.has(id)) return undefined;
		used.add(id);
		return id;
	};
	const kept = drafts.map((draft) => claim(draft.id) ?? claim(free.get(draft.content)?.shift()));
	const taken = new Set([...used, ...before.map((item) => item.id)]);
	return drafts.map(({ content, status }, index) => ({
		id: kept[index] ?? freshTodoId(taken),
		content,
		status,
	}));
}

/** An id that is not taken; it is then. */
export function freshTodoId(taken: Set<string>): string {
	let number = taken.size + 1;
	while (taken.has(`t${number}`)) number++;
	taken.add(`t${number}`);
	return `t${number}`;
}
