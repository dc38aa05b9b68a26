import type { ToolBody } from "@shared/tools";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	amendmentOf,
	approveWords,
	choosableHunks,
	countHunks,
	keepsNothing,
	untouched,
} from "../../../webview-ui/src/text/amendment";

const hunk = (line: number) => `@@ -${line},1 +${line},1 @@\n-old ${line}\n+new ${line}`;
const file = (path: string, ...lines: number[]) => ({
	path,
	diff: lines.map(hunk).join("\n"),
	added: lines.length,
	removed: lines.length,
	operation: "modify" as const,
});
const diff = (...files: ReturnType<typeof file>[]): ToolBody => ({ kind: "diff", files });
const off = (...hunks: number[]) => ({ off: new Set(hunks) });

describe("amendmentOf", () => {
	const body = diff(file("a", 1, 20), file("b", 5), file("c", 1, 9));

	it("numbers hunks over the files in their order", () => {
		expect(countHunks(body.kind === "diff" ? body.files : [])).toEqual([2, 1, 2]);
		expect(amendmentOf(body, off(2))).toEqual({ kind: "hunks", kept: [0, 1, 3, 4] });
	});

	it("is nothing while all is kept", () => {
		expect(amendmentOf(body, untouched)).toBeUndefined();
		expect(approveWords(body, undefined)).toBe("Approve");
	});

	it("keeps what is not left out, whatever was pressed", () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(4), { minLength: 1 }), (hunks) => {
				const amendment = amendmentOf(body, off(...hunks));
				const kept = amendment?.kind === "hunks" ? amendment.kept : [];
				expect([...kept, ...hunks].sort()).toEqual([0, 1, 2, 3, 4]);
				expect(keepsNothing(amendment)).toBe(hunks.length === 5);
				expect(approveWords(body, amendment)).toBe(`Approve ${5 - hunks.length} of 5 hunks`);
			}),
		);
	});

	it("offers no choice for a single hunk, nor where a diff is not shown to its end", () => {
		expect(choosableHunks(diff(file("a", 1)))).toBeUndefined();
		const cut = { ...file("a", 1, 20), diff: `${hunk(1)}\n${hunk(20)}\n… 400 more lines` };
		expect(choosableHunks(diff(cut, file("b", 1)))).toBeUndefined();
		expect(amendmentOf(diff(cut), off(0))).toBeUndefined();
	});

	it("takes a line of the file that begins with dots for what it is", () => {
		const dotted = { ...file("a", 1, 20), diff: `${hunk(1)}\n+… more\n${hunk(20)}\n … as before` };
		expect(choosableHunks(diff(dotted))).toBe(2);
	});

	it("sends a proposal's text only when it is another one", () => {
		const proposal: ToolBody = { kind: "proposal", text: "as proposed" };
		expect(amendmentOf(proposal, untouched)).toBeUndefined();
		expect(amendmentOf(proposal, { ...untouched, text: "as proposed" })).toBeUndefined();
		expect(amendmentOf(proposal, { ...untouched, text: "" })).toEqual({ kind: "text", text: "" });
		expect(approveWords(proposal, { kind: "text", text: "" })).toBe("Approve as changed");
	});

	it("has nothing to change in other cards", () => {
		expect(amendmentOf({ kind: "none" }, { ...off(0), text: "x" })).toBeUndefined();
	});
});
