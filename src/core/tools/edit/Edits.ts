import type { HunkRange } from "./diffHunks";
import type { FileStamp, TextFile } from "./TextFile";

/** What an edit makes of one file, or of one that it creates. */
export interface FileChange {
	/** as `readTextFile` gave it */
	readonly file: TextFile;
	/** as the model gave it: effects carry it to the runner's resolver */
	readonly givenPath: string;
	/** the whole new text, without BOM; null: the file is deleted */
	readonly text: string | null;
	/** the text goes there, and the file is deleted */
	readonly moveTo?: { readonly file: TextFile; readonly givenPath: string } | undefined;
	/** shown with the diff, to the person */
	readonly note?: string | undefined;
}

export interface EditOptions {
	/** what the model is told once it is written; or, when nothing changes, instead */
	readonly report: string;
	/** how the card calls the change of an existing file */
	readonly verb: "Edit" | "Rewrite";
	/** the errors of the tool show file text */
	readonly isShowingText: boolean;
}

/** One end of a planned change. Plain JSON: part of the approved operation. */
export interface PlannedPlace {
	readonly givenPath: string;
	readonly stamp: FileStamp;
	/** its text as it was read; null: there was no file */
	readonly before: string | null;
	readonly isDirty: boolean;
}

export interface PlannedFile extends PlannedPlace {
	/** exactly this text is written; null: the file is deleted */
	readonly after: string | null;
	readonly moveTo?: PlannedPlace;
	readonly note?: string;
	/** what differs between before and after; those that the card shows come first */
	readonly hunks: readonly HunkRange[];
	/** how many of them the card shows */
	readonly shownHunks: number;
}

/** A change before its hunks are counted. */
export type DraftFile = Omit<PlannedFile, "hunks" | "shownHunks">;

export function isChange({ before, after, moveTo }: DraftFile): boolean {
	return moveTo !== undefined || before !== after;
}

/** What an approved edit does: exactly these texts, written only over exactly these files. Empty: nothing changes. */
export interface Edits extends EditOptions {
	readonly files: readonly PlannedFile[];
	/** the person changed the proposal */
	readonly isAmended: boolean;
}
