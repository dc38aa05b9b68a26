export interface DiffLine {
	readonly kind: "added" | "removed" | "context" | "hunk" | "note";
	readonly oldLine?: number | undefined;
	readonly newLine?: number | undefined;
	readonly text: string;
}

/** Lines of a unified diff with their numbers. File headers before the first hunk are left out. */
export function parseUnifiedDiff(diff: string): DiffLine[] {
	const lines: DiffLine[] = [];
	let oldLine = 1;
	let newLine = 1;
	let isHeader = true;
	for (const line of diff.replace(/\n$/, "").split("\n")) {
		const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(line);
		if (hunk !== null) {
			isHeader = false;
			oldLine = Number(hunk[1]);
			newLine = Number(hunk[2]);
			lines.push({ kind: "hunk", text: hunk[3] ?? "" });
		} else if (isHeader && /^(---|\+\+\+|diff |index |Index:|={3,})/.test(line)) {
			// a header line
		} else if (line.startsWith("+")) {
			lines.push({ kind: "added", newLine: newLine++, text: line.slice(1) });
		} else if (line.startsWith("-")) {
			lines.push({ kind: "removed", oldLine: oldLine++, text: line.slice(1) });
		} else if (line.startsWith("\\")) {
			lines.push({ kind: "note", text: line.slice(1).trim() });
		} else if (line !== "" || !isHeader) {
			lines.push({ kind: "context", oldLine: oldLine++, newLine: newLine++, text: line.slice(1) });
		}
	}
	return lines;
}
