import { maskText } from "../secrets/maskText";

const maxLineChars = 2000;
/** colours and cursor movements */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g;

/** The last lines of a stream, cut to 2 000 characters each, without what looks like a secret or is a known one. */
export class LineTail {
	private kept: string[] = [];
	private secrets: readonly string[] = [];

	constructor(
		private readonly maxLines = 200,
		private readonly onAdd: () => void = () => {},
	) {}

	get lines(): readonly string[] {
		return this.kept.slice(-this.maxLines);
	}

	add(line: string): void {
		const clean = line
			.slice(0, 4 * maxLineChars)
			.replace(escapes, "")
			.trimEnd();
		const plain = this.masked(clean);
		if (plain === "") return;
		this.kept.push(plain.length > maxLineChars ? `${plain.slice(0, maxLineChars)}…` : plain);
		if (this.kept.length > 2 * this.maxLines) this.kept = this.kept.slice(-this.maxLines);
		this.onAdd();
	}

	/** These, too, are masked from now on. */
	hide(secrets: readonly string[]): void {
		// the longest first: none is masked in part by another
		this.secrets = secrets.toSorted((a, b) => b.length - a.length);
	}

	masked(text: string): string {
		return maskText(this.secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text));
	}

	clear(): void {
		this.kept = [];
	}
}
