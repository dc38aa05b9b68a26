import { KilnError } from "@shared/errors";
import type { Diagnostic, Host } from "@shared/host";
import { decodeText, splitBom } from "../tools/edit/decodeText";
import { locateFile } from "../tools/edit/locateFile";
import { maxEditBytes, readBytes } from "../tools/edit/TextFile";
import { unifiedDiff } from "../tools/edit/unifiedDiff";

/** What has become of Kiln's edits since the last environment details. */
export interface EditNews {
	/** absolute paths that Kiln itself wrote since then */
	readonly ownPaths: ReadonlySet<string>;
	/** sections for the model; empty when there is nothing to tell */
	readonly sections: readonly string[];
}

interface WatchedFile {
	/** how many of each problem are known: those before the edit, and those told since */
	known: ReadonlyMap<string, number>;
	/** what was written since the last details, null: deleted; undefined: nothing */
	written: string | null | undefined;
	/** written since the last details */
	isFresh: boolean;
}

/** Beyond that the files that were edited first are no longer watched. */
const maxWatchedFiles = 100;
const maxProblems = 50;
const maxDiffLines = 40;

/**
 * Remembers what Kiln wrote, for the environment details: which problems are new, and what a formatter or save action
 * made of it. It never waits: languages that take longer are told with a later request.
 */
export class EditWatch {
	private readonly files = new Map<string, WatchedFile>();

	constructor(private readonly host: Pick<Host, "diagnostics" | "documents">) {}

	/** To be called right before the write. */
	noteEdit(path: string, text: string | null): void {
		const earlier = this.files.get(path);
		const known = earlier?.isFresh ? earlier.known : counted(this.problemsOf(path));
		this.files.delete(path);
		this.files.set(path, { known, written: text, isFresh: true });
		this.dropOldest();
	}

	/** Those that nothing has been told of stay: their changes would be taken for the person's. */
	private dropOldest(): void {
		for (const [path, { isFresh }] of this.files) {
			if (this.files.size <= maxWatchedFiles) return;
			if (!isFresh) this.files.delete(path);
		}
	}

	/** What is new; told once. `display` gives a path as the model knows it. */
	async take(display: (path: string) => string): Promise<EditNews> {
		const ownPaths = new Set([...this.files].filter(([, { isFresh }]) => isFresh).map(([path]) => path));
		const problems = this.takeProblems().map((problem) => describeProblem(problem, display));
		const sections: string[] = [];
		if (problems.length > 0)
			sections.push(["# New problems in files that you edited", ...capped(problems)].join("\n"));
		for (const path of ownPaths) {
			const change = await this.takeChange(path);
			if (change !== undefined) sections.push(`# ${display(path)} ${change}`);
		}
		return { ownPaths, sections };
	}

	private problemsOf(path: string): Diagnostic[] {
		const { diagnostics } = this.host;
		return diagnostics.list(path).filter(({ severity }) => severity === "error" || severity === "warning");
	}

	private takeProblems(): Diagnostic[] {
		const found: Diagnostic[] = [];
		for (const [path, file] of this.files) {
			const { fresh, known } = compare(this.problemsOf(path), file.known);
			file.known = known;
			file.isFresh = false;
			found.push(...fresh);
		}
		return found.sort((a, b) => Number(a.severity === "warning") - Number(b.severity === "warning"));
	}

	/** What the file holds instead of what was written; undefined: nothing else. */
	private async takeChange(path: string): Promise<string | undefined> {
		const file = this.files.get(path);
		const written = file?.written;
		if (file === undefined || written === undefined) return undefined;
		file.written = undefined;
		const now = await this.read(path);
		if (now === undefined || written === null) return undefined;
		if (now === null) return "was deleted after your edit";
		// an editor shows one kind of line ends: where the file has both, that alone is no change
		if (now.replaceAll("\r\n", "\n") === written.replaceAll("\r\n", "\n")) return undefined;
		const lines = unifiedDiff(written, now).diff.split("\n");
		const more = lines.length > maxDiffLines ? [`… ${lines.length - maxDiffLines} more lines`] : [];
		return ["was changed by the editor after your edit", ...lines.slice(0, maxDiffLines), ...more].join("\n");
	}

	/** null: the file is gone; undefined: it cannot be read, so there is nothing to say. */
	private async read(path: string): Promise<string | null | undefined> {
		const document = this.host.documents.open(path);
		if (document !== undefined) return splitBom(document.text).text;
		try {
			const { realPath, stats } = await locateFile(path);
			if (stats === undefined) return null;
			if (stats.size > maxEditBytes) return undefined;
			return decodeText(await readBytes(realPath, path), path).text;
		} catch (error) {
			if (error instanceof KilnError) return undefined;
			throw error;
		}
	}
}

/** By what it says: an edit above it moves a problem to other lines. */
function keyOf({ severity, source = "", message }: Diagnostic): string {
	return JSON.stringify([severity, source, message]);
}

function counted(problems: readonly Diagnostic[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
	return counts;
}

/** Problems beyond those that are known, which then are known, too. A problem that comes and goes is told once. */
function compare(
	problems: readonly Diagnostic[],
	known: ReadonlyMap<string, number>,
): { readonly fresh: readonly Diagnostic[]; readonly known: ReadonlyMap<string, number> } {
	const seen = new Map<string, number>();
	const fresh: Diagnostic[] = [];
	for (const problem of problems) {
		const key = keyOf(problem);
		const count = (seen.get(key) ?? 0) + 1;
		seen.set(key, count);
		if (count > (known.get(key) ?? 0)) fresh.push(problem);
	}
	const merged = new Map(known);
	for (const [key, count] of seen) merged.set(key, Math.max(count, known.get(key) ?? 0));
	return { fresh, known: merged };
}

function describeProblem(problem: Diagnostic, display: (path: string) => string): string {
	const { path, line, severity, source, message } = problem;
	const from = source === undefined ? "" : ` (${source})`;
	return `${display(path)}:${line} ${severity}${from}: ${message.replace(/\s*\n\s*/g, " ")}`;
}

function capped(problems: readonly string[]): string[] {
	const more = problems.length - maxProblems;
	return more > 0 ? [...problems.slice(0, maxProblems), `… ${more} more`] : [...problems];
}
