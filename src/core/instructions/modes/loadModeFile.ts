import { KilnError, toErrorInfo } from "@shared/errors";
import type { FileProblem } from "../ProjectFiles";
import type { ParsedModeFile } from "./parseModeFile";
import type { TextProblem } from "./parseYaml";
import { type FileStamp, readModeFile, stampOf } from "./readModeFile";

/** Where a modes file may be. */
export interface Candidate {
	/** absolute */
	readonly path: string;
	/** as it is shown */
	readonly shown: string;
}

/** A file as it was read last. One that has become unusable keeps the modes it had: a task may stand in one. */
export interface ModeFile extends Candidate {
	readonly stamp: FileStamp;
	/** absent: it could not be read */
	readonly text?: string;
	readonly parsed: ParsedModeFile;
	readonly problems: readonly FileProblem[];
}

/** The first candidate that exists; the very object of `before` (by path) when it has not changed. Never throws. */
export async function loadModeFile(
	candidates: readonly Candidate[],
	before: ReadonlyMap<string, ModeFile>,
): Promise<ModeFile | undefined> {
	for (const { path, shown } of candidates) {
		const file = await readIfChanged(path, shown, before.get(path));
		if (file !== undefined) return file;
	}
	return undefined;
}

async function readIfChanged(
	path: string,
	shown: string,
	before: ModeFile | undefined,
): Promise<ModeFile | undefined> {
	let stamp: FileStamp | undefined;
	try {
		stamp = await stampOf(path, shown);
		if (stamp === undefined) return undefined;
		if (before?.stamp === stamp && before.shown === shown) return before;
		const text = await readModeFile(path, shown);
		if (before?.text === text && before.shown === shown) return { ...before, stamp };
		// Loaded with the first file that exists: yaml is large, and most projects have no modes of their own.
		const { parseModeFile } = await import("./parseModeFile");
		const found = parseModeFile(text);
		const kept = found.isUnusable ? keptModes(before) : [];
		const parsed = kept.length === 0 ? found : { ...found, modes: kept };
		const problems = found.problems.map((each) => fileProblem(shown, each, kept));
		return { path, shown, stamp, text, parsed, problems };
	} catch (error) {
		return unreadable({ path, shown, stamp: stamp ?? "" }, error, before);
	}
}

type Modes = ParsedModeFile["modes"];

const keptModes = (before: ModeFile | undefined): Modes => before?.parsed.modes ?? [];

const keptHint = (kept: Modes): string => (kept.length === 0 ? "" : " The modes that it had before stay.");

function fileProblem(path: string, { line, message, hint }: TextProblem, kept: Modes): FileProblem {
	return { path, line, error: new KilnError("invalid_settings", message, hint + keptHint(kept)) };
}

/** A new parse result, so that the problem is taken over; the same file as before while it is the same problem. */
function unreadable(
	place: Pick<ModeFile, "path" | "shown" | "stamp">,
	error: unknown,
	before: ModeFile | undefined,
): ModeFile {
	const { code, message } = toErrorInfo(error);
	if (before?.text === undefined && before?.problems[0]?.error.message === message) return before;
	const modes = keptModes(before);
	const hint =
		"Modes are read from a text file of at most 1 MB. None is taken from here until that is mended.";
	const problems = [{ path: place.shown, error: { code, message, hint: hint + keptHint(modes) } }];
	return { ...place, parsed: { modes, problems: [] }, problems };
}
