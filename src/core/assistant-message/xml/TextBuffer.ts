const piecesPerRun = 512;

/**
 * Text that arrives in pieces. Small pieces are joined in runs, so that a megabyte that came four characters at a time
 * does not stay a quarter of a million strings.
 */
export class TextBuffer {
	private readonly runs: string[] = [];
	private pieces: string[] = [];
	length = 0;

	push(piece: string): void {
		this.length += piece.length;
		if (this.pieces.push(piece) < piecesPerRun) return;
		this.runs.push(this.pieces.join(""));
		this.pieces = [];
	}

	toString(): string {
		return this.runs.join("") + this.pieces.join("");
	}
}
