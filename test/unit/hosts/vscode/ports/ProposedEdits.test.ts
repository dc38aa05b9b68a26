import { ProposedEdits } from "@hosts/vscode/ports/ProposedEdits";
import { expect, it } from "vitest";

const edit = (callId: string, path: string, after: string | null = "new") => ({
	callId,
	path,
	title: "Edit",
	before: "old",
	after,
});

it("keeps one edit a file of each call, the newest", () => {
	const edits = new ProposedEdits();
	edits.remember(edit("c1", "/a"));
	edits.remember(edit("c1", "/b"));
	edits.remember(edit("c1", "/a", "newer"));
	expect(edits.of("c1").map(({ path }) => path)).toEqual(["/b", "/a"]);
	expect(edits.text("c1", "/a", "after")).toBe("newer");
});

it("shows a file that is not there as empty", () => {
	const edits = new ProposedEdits();
	edits.remember(edit("c1", "/a", null));
	expect(edits.text("c1", "/a", "after")).toBe("");
	expect(edits.text("c2", "/a", "before")).toBe("");
});

it("forgets the oldest call when there are many", () => {
	const edits = new ProposedEdits();
	for (let call = 0; call <= 20; call++) edits.remember(edit(`c${call}`, "/a"));
	expect(edits.of("c0")).toEqual([]);
	expect(edits.of("c20")).toHaveLength(1);
});
