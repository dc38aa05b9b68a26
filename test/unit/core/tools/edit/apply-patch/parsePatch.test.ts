import { parsePatch } from "@core/tools/edit/apply-patch/parsePatch";
import { gitPaths, unquote, withoutPrefixes } from "@core/tools/edit/apply-patch/unifiedPaths";
import { describe, expect, it } from "vitest";

const lines = (...all: string[]) => all.join("\n");
/** kind and paths only */
const shape = (patch: string) =>
	parsePatch(patch).map((file) => {
		const size = file.kind === "add" ? file.lines.length : file.hunks.length;
		const move = file.kind === "update" && file.moveTo !== undefined ? ` > ${file.moveTo}` : "";
		return `${file.kind} ${file.path}${move} (${size})`;
	});

describe("the envelope", () => {
	it.each<[string, string, string[]]>([
		[
			"adds",
			lines("*** Begin Patch", "*** Add File: a b/c.ts", "+x", "+", "*** End Patch"),
			["add a b/c.ts (2)"],
		],
		["adds an empty file", lines("*** Begin Patch", "*** Add File: a", "*** End Patch"), ["add a (0)"]],
		[
			"adds with an unmarked empty line",
			lines("*** Begin Patch", "*** Add File: a", "+x", "", "+y", "*** End Patch"),
			["add a (3)"],
		],
		["deletes", lines("*** Begin Patch", "*** Delete File: a", "", "*** End Patch"), ["delete a (0)"]],
		[
			"updates without @@",
			lines("*** Begin Patch", "*** Update File: a", "-x", "+y", "*** End Patch"),
			["update a (1)"],
		],
		[
			"updates by several hunks",
			lines("*** Begin Patch", "*** Update File: a", "@@", "-x", "@@ f", "+y", "*** End Patch"),
			["update a (2)"],
		],
		[
			"moves only",
			lines("*** Begin Patch", "*** Update File: a", "*** Move to: b", "*** End Patch"),
			["update a > b (0)"],
		],
		[
			"moves and changes",
			lines("*** Begin Patch", "*** Update File: a", "*** Move to: b", "@@", "-x", "*** End Patch"),
			["update a > b (1)"],
		],
		[
			"many files",
			lines(
				"*** Begin Patch",
				"*** Update File: a",
				"-x",
				"",
				"*** Add File: b",
				"+y",
				"*** Delete File: c",
				"*** End Patch",
			),
			["update a (1)", "add b (1)", "delete c (0)"],
		],
		[
			"in a code fence",
			lines("```diff", "*** Begin Patch", "*** Delete File: a", "*** End Patch", "```"),
			["delete a (0)"],
		],
		[
			"in a here-document",
			lines("apply_patch <<'EOF'", "*** Begin Patch", "*** Delete File: a", "*** End Patch", "EOF"),
			["delete a (0)"],
		],
		["without its first line", lines("*** Delete File: a", "*** End Patch"), ["delete a (0)"]],
		["in CRLF", "*** Begin Patch\r\n*** Update File: a\r\n-x\r\n+y\r\n*** End Patch\r\n", ["update a (1)"]],
		[
			"empty lines around hunks",
			lines("*** Begin Patch", "*** Update File: a", "", "@@", "-x", "", "@@", "-y", "", "*** End Patch"),
			["update a (2)"],
		],
		[
			"two hunks parted by the end of the file",
			lines(
				"*** Begin Patch",
				"*** Update File: a",
				"-x",
				"*** End of File",
				"",
				"@@",
				"-y",
				"*** End Patch",
			),
			["update a (2)"],
		],
	])("%s", (_name, patch, want) => {
		expect(shape(patch)).toEqual(want);
	});

	it("reads @@ lines as a way to the place, numbers as numbers, and dots as nothing", () => {
		const [file] = parsePatch(
			lines(
				"*** Begin Patch",
				"*** Update File: a",
				"@@ class A",
				"@@  \tf() {",
				"-x",
				"@@ -3,2 +4,1 @@ g",
				"-y",
				"@@ ... @@",
				"-z",
				"@@ h @@",
				"-q",
				"*** End Patch",
			),
		);
		expect(file?.kind === "update" && file.hunks).toMatchObject([
			{ anchors: ["class A", " \tf() {"] },
			{ anchors: ["g"], oldStart: 3 },
			{ anchors: [] },
			{ anchors: ["h"] },
		]);
	});

	it.each([
		["has no End Patch", lines("*** Begin Patch", "*** Delete File: a"), "cut off"],
		["has lines before the first file", lines("*** Begin Patch", "x", "*** End Patch"), "Line 2"],
		[
			"has text behind its end",
			lines("*** Begin Patch", "*** Delete File: a", "*** End Patch", "done"),
			"Line 4",
		],
		[
			"has text before its start",
			lines("Here it is:", "*** Begin Patch", "*** Delete File: a", "*** End Patch"),
			"Line 1",
		],
		[
			"begins twice",
			lines("*** Begin Patch", "*** Delete File: a", "*** Begin Patch", "*** End Patch"),
			"second",
		],
		["names no file", lines("*** Begin Patch", "*** Add File:", "+x", "*** End Patch"), "names no file"],
		["is empty", lines("*** Begin Patch", "*** End Patch"), "names no file"],
		[
			"adds a line without +",
			lines("*** Begin Patch", "*** Add File: a", "+x", "y", "*** End Patch"),
			"Line 4",
		],
		[
			"deletes with lines",
			lines("*** Begin Patch", "*** Delete File: a", "-x", "*** End Patch"),
			"takes no lines",
		],
		["updates nothing", lines("*** Begin Patch", "*** Update File: a", "*** End Patch"), "has no hunk"],
		[
			"has a hunk without change",
			lines("*** Begin Patch", "*** Update File: a", "@@", " x", "*** End Patch"),
			"neither + nor -",
		],
		[
			"has an unmarked line",
			lines("*** Begin Patch", "*** Update File: a", "@@", "-x", "y", "*** End Patch"),
			'Line 5 of the patch does not begin with a space, + or -: "y"',
		],
		[
			"has an unknown marker",
			lines("*** Begin Patch", "*** Update File: a", "-x", "*** Rename File: b", "*** End Patch"),
			"Line 4",
		],
		[
			"moves to nowhere",
			lines("*** Begin Patch", "*** Update File: a", "*** Move to: ", "-x", "*** End Patch"),
			"names no file",
		],
	])("is refused when it %s", (_name, patch, message) => {
		expect(() => parsePatch(patch)).toThrow(expect.objectContaining({ code: "edit_malformed" }));
		expect(() => parsePatch(patch)).toThrow(message);
	});
});

describe("a unified diff", () => {
	const hunk = lines("@@ -1 +1 @@", "-x", "+y");
	it.each<[string, string, string[]]>([
		["plain", lines("--- a/f", "+++ b/f", hunk), ["update f (1)"]],
		["without prefixes", lines("--- src/f", "+++ src/f", hunk), ["update src/f (1)"]],
		["of a folder that is called a", lines("--- a/f", "+++ a/f", hunk), ["update a/f (1)"]],
		["with mnemonic prefixes", lines("--- i/f", "+++ w/f", hunk), ["update f (1)"]],
		["with time stamps", lines("--- f\t2024-01-01 00:00:00", "+++ f\t2024-01-02", hunk), ["update f (1)"]],
		["with names that hold spaces", lines("--- a/my file", "+++ b/my file", hunk), ["update my file (1)"]],
		["git's", lines("diff --git a/f b/f", "index 1..2 100644", "--- a/f", "+++ b/f", hunk), ["update f (1)"]],
		["a new file", lines("--- /dev/null", "+++ b/f", "@@ -0,0 +1,2 @@", "+x", "+y"), ["add f (2)"]],
		[
			"a new file of git's",
			lines("diff --git a/f b/f", "new file mode 100644", "--- /dev/null", "+++ b/f", "@@ -0,0 +1 @@", "+x"),
			["add f (1)"],
		],
		["a new empty file", lines("diff --git a/f b/f", "new file mode 100644", "index 0..e"), ["add f (0)"]],
		["a deleted file", lines("--- a/f", "+++ /dev/null", "@@ -1 +0,0 @@", "-x"), ["delete f (1)"]],
		["a deleted empty file", lines("diff --git a/f b/f", "deleted file mode 100644"), ["delete f (0)"]],
		[
			"a pure rename",
			lines("diff --git a/f b/g", "similarity index 100%", "rename from f", "rename to g"),
			["update f > g (0)"],
		],
		[
			"a rename with changes",
			lines(
				"diff --git a/f b/g",
				"similarity index 90%",
				"rename from f",
				"rename to g",
				"--- a/f",
				"+++ b/g",
				hunk,
			),
			["update f > g (1)"],
		],
		["a rename without git", lines("--- a/f", "+++ b/g", hunk), ["update f > g (1)"]],
		[
			"quoted names",
			lines('--- "a/\\303\\244 \\"b\\".ts"', '+++ "b/\\303\\244 \\"b\\".ts"', hunk),
			['update ä "b".ts (1)'],
		],
		[
			"several files",
			lines(
				"--- a/f",
				"+++ b/f",
				hunk,
				"--- a/g",
				"+++ b/g",
				hunk,
				"diff --git a/h b/h",
				"deleted file mode 100644",
			),
			["update f (1)", "update g (1)", "delete h (0)"],
		],
		[
			"with a commit message before it",
			lines(
				"From 1234 Mon",
				"Subject: x",
				"",
				"- a point",
				" f | 2 +-",
				"--- a/f",
				"+++ b/f",
				hunk,
				"-- ",
				"2.39.0",
				"",
			),
			["update f (1)"],
		],
		["in a code fence", lines("```diff", "--- a/f", "+++ b/f", hunk, "```"), ["update f (1)"]],
		[
			"with wrong counts",
			lines("--- a/f", "+++ b/f", "@@ -1,9 +1,9 @@", "-x", "+y", "@@ -20,1 +20,1 @@", "-q", "+r"),
			["update f (2)"],
		],
		["without numbers", lines("--- a/f", "+++ b/f", "@@", "-x", "+y", "@@ g @@", "-q"), ["update f (2)"]],
		[
			"with Index lines",
			lines(
				"Index: f",
				"===================",
				"--- f",
				"+++ f",
				hunk,
				"Index: g",
				"===================",
				"--- g",
				"+++ g",
				hunk,
			),
			["update f (1)", "update g (1)"],
		],
	])("%s", (_name, patch, want) => {
		expect(shape(patch)).toEqual(want);
	});

	it("takes a removed line that looks like a file header for what the counts say", () => {
		const patch = lines("--- a/f", "+++ b/f", "@@ -1,2 +1,1 @@", "--- a", " b", "--- a/g", "+++ b/g", hunk);
		expect(shape(patch)).toEqual(["update f (1)", "update g (1)"]);
		const pair = lines("--- a/f", "+++ b/f", "@@ -1,1 +1,1 @@", "--- a", "+++ b", "@@ -9 +9 @@", "-q", "+r");
		expect(shape(pair)).toEqual(["update f (2)"]);
	});

	it.each([
		["has no file", "@@ -1 +1 @@\n-x\n+y", "before any"],
		["is no patch", "hello", "names no file"],
		["is empty", "", "names no file"],
		["is binary", lines("diff --git a/f b/f", "index 1..2", "Binary files a/f and b/f differ"), "binary"],
		["holds a binary patch", lines("diff --git a/f b/f", "GIT binary patch"), "binary"],
		[
			"makes a link",
			lines("diff --git a/f b/f", "new file mode 120000", "--- /dev/null", "+++ b/f", "@@ -0,0 +1 @@", "+x"),
			"links",
		],
		["copies", lines("diff --git a/f b/g", "copy from f", "copy to g"), "copies"],
		[
			"changes only modes",
			lines("diff --git a/f b/f", "old mode 100644", "new mode 100755"),
			"nothing of f is changed",
		],
		["has a hunk without change", lines("--- a/f", "+++ b/f", "@@ -1 +1 @@", " x"), "neither + nor -"],
		[
			"has an unmarked line",
			lines("--- a/f", "+++ b/f", "@@ -1,3 +1,3 @@", "-x", "+y", "oops", " z"),
			'Line 6 of the patch does not begin with a space, + or -: "oops"',
		],
		["adds a file with old lines", lines("--- /dev/null", "+++ b/f", "@@ -1 +1 @@", "-x", "+y"), "not added"],
		[
			"goes on behind its counts",
			lines("--- a/f", "+++ b/f", hunk, "oops", "+lost"),
			"Line 7 of the patch stands outside of a hunk",
		],
	])("is refused when it %s", (_name, patch, message) => {
		expect(() => parsePatch(patch)).toThrow(expect.objectContaining({ code: "edit_malformed" }));
		expect(() => parsePatch(patch)).toThrow(message);
	});
});

describe("names in diffs", () => {
	it.each([
		["a/x b/x", { old: "a/x", new: "b/x" }],
		["a/x y b/x y", { old: "a/x y", new: "b/x y" }],
		['"a/\\t" "b/\\t"', { old: "a/\t", new: "b/\t" }],
		["x x", { old: "x", new: "x" }],
		["a/x b/y", undefined],
	])("diff --git %s", (names, want) => {
		expect(gitPaths(`diff --git ${names}`)).toEqual(want);
	});

	it("keeps what is no prefix", () => {
		expect(withoutPrefixes({ old: "a", new: "b" })).toEqual({ old: "a", new: "b" });
		expect(withoutPrefixes({ old: "/dev/null", new: "src/x" })).toEqual({ old: "/dev/null", new: "src/x" });
		expect(unquote("plain\\name")).toBe("plain\\name");
	});
});
