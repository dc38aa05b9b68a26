/** By its mark (BOM), the header, what an HTML page says of itself, else UTF-8: as browsers do. */
export function decodePage(bytes: Buffer, parameters: string, kind: "html" | "text"): string {
	const said = charsetOfMark(bytes) ?? charsetIn(parameters);
	const inside = kind === "html" ? charsetIn(bytes.toString("latin1", 0, 2048)) : undefined;
	// who could read it so far has not read UTF-16
	const guessed = inside?.replace(/^utf-?16.*/i, "utf-8");
	try {
		return new TextDecoder(said ?? guessed ?? "utf-8").decode(bytes);
	} catch {
		// an encoding that nobody knows
		return new TextDecoder().decode(bytes);
	}
}

function charsetOfMark(bytes: Buffer): string | undefined {
	const mark = bytes.toString("hex", 0, 3);
	if (mark === "efbbbf") return "utf-8";
	if (mark.startsWith("fffe")) return "utf-16le";
	return mark.startsWith("feff") ? "utf-16be" : undefined;
}

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1];
