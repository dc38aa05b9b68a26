import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { deflateSync } from "node:zlib";
import type { DocumentFormat } from "@services/extract-text/DocumentFormat";
import { runDocumentWorker } from "@services/extract-text/runDocumentWorker";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docxOf, paragraph, pdfOf, sheetRow, xlsxOf } from "../../unit/services/extract-text/documents";

const root = new URL("../../../", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "kiln-documents-"));
const program = pathToFileURL(join(folder, "documentWorker.js"));
const never = new AbortController().signal;

/** The thread's program, and an entry in a folder below it, as the build makes them. */
beforeAll(async () => {
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	const entry = join(folder, "entry.ts");
	writeFileSync(
		entry,
		`import { readFile } from "node:fs/promises";
		import { extractText } from "@services/extract-text/extractText";
		const [format, path] = process.argv.slice(2);
		let turns = 0;
		setInterval(() => turns++, 5).unref();
		const outcome = await extractText(format, await readFile(path), path, AbortSignal.timeout(1500)).catch(String);
		console.log(JSON.stringify({ outcome, turns }));`,
	);
	await build({
		entryPoints: {
			documentWorker: join(root, "src/services/extract-text/documentWorker.ts"),
			"chunks/entry": entry,
		},
		bundle: true,
		splitting: true,
		platform: "node",
		target: "node20",
		format: "esm",
		outdir: folder,
		tsconfig: join(root, "tsconfig.json"),
		logLevel: "error",
		banner: {
			js: 'import { createRequire as make } from "node:module"; const require = make(import.meta.url);',
		},
	});
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A page whose content holds PDF.js for minutes: states that are saved and never restored. */
function hostilePdf(): Buffer {
	const content = deflateSync("q ".repeat(20_000_000));
	const [head = "", tail = ""] = pdfOf("x")
		.toString("latin1")
		.split(/<< \/Length [\s\S]*\nendstream/);
	const opening = `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`;
	const parts = [head, opening, content, "\nendstream", tail];
	return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
}

describe("a document's thread", () => {
	it.each<[DocumentFormat, Buffer, string]>([
		["pdf", pdfOf("Hello"), "[page 1 of 1]\nHello\n"],
		["docx", docxOf(paragraph("Hello")), "Hello\n"],
		["xlsx", xlsxOf({ A: sheetRow(1, { A: "Hello" }) }), '# Sheet "A": 1 rows, 1 columns\nHello\n'],
		["ipynb", Buffer.from('{ "cells": [{ "cell_type": "code", "source": "x" }] }'), "[cell 1: code]\nx\n"],
	])("gives the text of a %s", async (format, bytes, text) => {
		expect(await runDocumentWorker(program, { format, bytes }, never)).toBe(text);
	});

	it("says what is wrong with a document", async () => {
		const far = xlsxOf({ Far: sheetRow(1_048_576, { XFD: "far out" }) });
		await expect(runDocumentWorker(program, { format: "xlsx", bytes: far }, never)).rejects.toMatchObject({
			kind: "too_large",
			message: expect.stringContaining("1048576 rows"),
		});
		const cut = Buffer.from("%PDF-1.7\n1 0 obj");
		await expect(runDocumentWorker(program, { format: "pdf", bytes: cut }, never)).rejects.toThrow(
			"Invalid PDF structure",
		);
	});

	it("is ended at the time limit", async () => {
		const job = { format: "pdf", bytes: hostilePdf() } as const;
		await expect(runDocumentWorker(program, job, never, 500)).rejects.toMatchObject({
			kind: "too_large",
			message: "takes longer than 0.5 s to convert, so it was given up",
		});
	});

	it("is ended with the task", async () => {
		const job = { format: "pdf", bytes: hostilePdf() } as const;
		const reading = runDocumentWorker(program, job, AbortSignal.timeout(300));
		await expect(reading).rejects.toMatchObject({ name: "TimeoutError" });
	});

	it("starts nothing once the task is stopped", async () => {
		const job = { format: "pdf", bytes: pdfOf("x") } as const;
		await expect(runDocumentWorker(program, job, AbortSignal.abort())).rejects.toMatchObject({
			name: "AbortError",
		});
	});

	it("is found from a chunk of the bundle and leaves the event loop free", async () => {
		const path = join(folder, "hostile.pdf");
		writeFileSync(path, hostilePdf());
		const entry = join(folder, "chunks", "entry.js");
		const { stdout } = await promisify(execFile)(process.execPath, [entry, "pdf", path], { cwd: tmpdir() });
		const { outcome, turns } = JSON.parse(stdout);
		expect(outcome).toContain("TimeoutError");
		expect(turns).toBeGreaterThan(20);
	});
});
