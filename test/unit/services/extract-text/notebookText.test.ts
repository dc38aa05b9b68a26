import { notebookText } from "@services/extract-text/notebookText";
import { describe, expect, it } from "vitest";

function notebook(...cells: readonly unknown[]): string {
	return JSON.stringify({ nbformat: 4, metadata: {}, cells });
}

describe("notebookText", () => {
	it("shows cells with their outputs", () => {
		const text = notebookText(
			notebook(
				{ cell_type: "markdown", source: ["# Title\n", "text"] },
				{
					cell_type: "code",
					source: "print(1)\n",
					outputs: [
						{ output_type: "stream", text: ["1\n"] },
						{ output_type: "execute_result", data: { "text/plain": "2", "image/png": "AAAA" } },
						{ output_type: "error", ename: "ValueError", evalue: "no", traceback: ["x"] },
					],
				},
			),
		);
		expect(text).toBe(
			"[cell 1: markdown]\n# Title\ntext\n\n[cell 2: code]\nprint(1)\n[output]\n1\n[output]\n(picture: image/png)\n2\n[output]\nValueError: no\n",
		);
	});

	it("shortens a long output", () => {
		const lines = Array.from({ length: 30 }, (_, index) => `${index}\n`);
		const text = notebookText(
			notebook({ cell_type: "code", source: [], outputs: [{ output_type: "stream", text: lines }] }),
		);
		expect(text).toContain("\n19\n(10 more lines of output)\n");
	});

	it("takes cells without source, and none at all", () => {
		expect(notebookText(notebook({ cell_type: "raw" }))).toBe("[cell 1: raw]\n");
		expect(notebookText(notebook())).toBe("");
	});

	it.each([
		["no JSON", "<<<<<<< HEAD\n{}"],
		["other JSON", '{"cells": 3}'],
		["a list", "[]"],
		["nothing", ""],
		["cells of another kind", '{"cells": ["x"]}'],
		["source of another kind", '{"cells": [{"cell_type": "code", "source": {"a": 1}}]}'],
	])("is no notebook: %s", (_name, json) => {
		expect(notebookText(json)).toBeUndefined();
	});
});
