/** What a patch says of one file, as it was written: nothing of it has been looked up. */
export type FilePatch =
	| { readonly kind: "add"; readonly path: string; readonly lines: readonly HunkLine[] }
	/** with hunks, the file must hold exactly what they remove */
	| { readonly kind: "delete"; readonly path: string; readonly hunks: readonly Hunk[] }
	| {
			readonly kind: "update";
			readonly path: string;
			readonly moveTo?: string;
			readonly hunks: readonly Hunk[];
	  };

export interface Hunk {
	/** 1-based, in its file */
	readonly number: number;
	/** where it stands in the patch, 1-based */
	readonly patchLine: number;
	readonly lines: readonly HunkLine[];
	/** lines of the file that stand before the hunk, outermost first: what follows `@@` */
	readonly anchors: readonly string[];
	/** 1-based, from a numbered header */
	readonly oldStart?: number;
	/** the header says that nothing is replaced: the new lines follow line `oldStart` */
	readonly isInsertion: boolean;
	/** its last line is the file's last line */
	readonly isAtEnd: boolean;
}

export interface HunkLine {
	readonly mark: " " | "+" | "-";
	/** without line end */
	readonly text: string;
	/** the line ended in CRLF although the patch itself does not */
	readonly hasCr: boolean;
	/** `\ No newline at end of file` follows */
	readonly isUnended: boolean;
}

/** The lines that a hunk looks for. */
export function oldLines(hunk: Hunk): string[] {
	return hunk.lines.filter((line) => line.mark !== "+").map((line) => line.text);
}
