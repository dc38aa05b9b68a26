import type { Effect } from "@shared/effects";
import { KilnError } from "@shared/errors";
import type { ToolRow } from "@shared/tools";
import * as z from "zod";
import type { Operation, RowStage, TaskHandle } from "../BaseTool";
import { freeText, text } from "../parameters";
import type { Edits } from "./Edits";
import { EditTool } from "./EditTool";
import { linesSoFar } from "./linesSoFar";
import { planTextEdit } from "./TextEdit";
import { readTextFile } from "./TextFile";

const parameters = z.object({
	name: text("What the rule is about, in a few words: gives the file its name.").optional(),
	path: text("Instead of name: a .md file in .kilocode/rules or .kilocode/rules-<mode>.").optional(),
	content: freeText("The rule, as Markdown."),
});
type Params = z.infer<typeof parameters>;

/** Writes a rule that Kiln follows in this project from then on. */
export class NewRuleTool extends EditTool<typeof parameters> {
	override readonly name = "new_rule";
	override readonly parameters = parameters;
	override readonly example = {
		name: "commit messages",
		content: "- Commits: an imperative subject of at most 72 characters.\n",
	};

	describe(): string {
		return (
			"Writes a lasting rule for this project into .kilocode/rules/<name>.md; replaces a rule of that name. " +
			"Only when the user asks for a rule."
		);
	}

	label(params: Partial<Params>, stage: RowStage): ToolRow {
		const what = params.path ?? params.name;
		const row: ToolRow = {
			icon: "book",
			title: what ? `Rule: ${what}` : "Write a rule",
			body: { kind: "none" },
		};
		if (stage !== "streaming" || params.content === undefined) return row;
		return { ...row, detail: linesSoFar(params.content) };
	}

	targets(params: Params, task: TaskHandle): readonly Effect[] {
		return [{ kind: "write", path: rulePath(params, task) }];
	}

	async plan(params: Params, task: TaskHandle): Promise<Operation<Edits>> {
		const givenPath = rulePath(params, task);
		if (params.content.trim() === "") {
			throw new KilnError("invalid_parameters", "new_rule: content is empty.", "Write the rule as Markdown.");
		}
		const file = await readTextFile(givenPath, task);
		const ended = params.content.endsWith("\n") ? params.content : `${params.content}\n`;
		const content = file.text.includes("\r\n") ? ended.replace(/\r?\n/g, "\r\n") : ended;
		const shown = task.displayPath(file.path);
		const did = !file.exists ? "Created" : file.text === content ? "Nothing changed in" : "Replaced";
		const report = `${did} the rule ${shown}.`;
		return planTextEdit(file, content, task, { givenPath, report, verb: "Rewrite", isShowingText: false });
	}
}

function rulePath({ path, name }: Params, task: TaskHandle): string {
	if ((path === undefined) === (name === undefined)) {
		throw new KilnError("invalid_parameters", "new_rule takes either name or path.", "Give one of the two.");
	}
	if (path === undefined) return `.kilocode/rules/${slugOf(name ?? "")}.md`;
	checkRulePath(path, task);
	return path;
}

const maxSlugChars = 60;
/** Windows takes these for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** "Commit messages!" → "commit-messages"; letters of every script stay. Throws when nothing stays. */
export function slugOf(name: string): string {
	const stem = name.trim().replace(/\.md$/i, "").normalize("NFC").toLowerCase();
	const dashed = stem.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
	const slug = Array.from(dashed).slice(0, maxSlugChars).join("").replace(/-+$/, "");
	if (slug === "" || deviceName.test(slug)) {
		throw new KilnError(
			"invalid_parameters",
			`new_rule: "${name}" gives no file name.`,
			"Name it in a few words.",
		);
	}
	return slug;
}

/** Lexical: what a link makes of it is the runner's to see. */
function checkRulePath(path: string, task: TaskHandle): void {
	const [folder = "", rules = "", ...rest] = task.displayPath(task.resolvePath(path)).split("/");
	const mode = /^rules(?:-(.+))?$/.exec(rules);
	const isRule =
		folder === ".kilocode" && mode !== null && rest.length > 0 && /[^.]\.md$/i.test(rest.at(-1) ?? "");
	if (!isRule) {
		throw new KilnError(
			"path_refused",
			`${path} is no place for a rule.`,
			"Rules are .md files in .kilocode/rules or .kilocode/rules-<mode>; or give a name instead of a path.",
		);
	}
	const slug = mode?.[1];
	if (slug === undefined || task.modes.some((known) => known.slug === slug)) return;
	const slugs = task.modes.map((known) => known.slug).join(", ");
	throw new KilnError("unknown_mode", `${path}: there is no mode "${slug}".`, `Modes: ${slugs}.`);
}
