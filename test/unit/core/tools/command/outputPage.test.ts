import { outputPage } from "@core/tools/command/outputPage";
import fc from "fast-check";
import { expect, it } from "vitest";

const { signal } = new AbortController();

/** The text in pieces of so many bytes, also within characters. */
function chunksOf(text: string, size: number) {
	return async function* () {
		const bytes = Buffer.from(text);
		for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
	};
}

it("leads through the whole output, page by page, whatever its lines and limits are", async () => {
	const lines = fc.array(
		fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => text.replace(/[\r\n]/g, "")),
		{
			maxLength: 40,
		},
	);
	await fc.assert(
		fc.asyncProperty(
			lines,
			fc.boolean(),
			fc.integer({ min: 1, max: 30 }),
			fc.integer({ min: 1, max: 10 }),
			fc.integer({ min: 50, max: 400 }),
			async (texts, isEnded, size, maxLines, maxBytes) => {
				const text = texts.join("\n") + (isEnded && texts.length > 0 ? "\n" : "");
				const expected = text === "" ? [] : text.replace(/\n$/, "").split("\n");
				const seen: string[] = [];
				for (let offset = 1; offset <= expected.length; ) {
					const page = await outputPage(chunksOf(text, size), offset, { maxLines, maxBytes }, signal);
					expect(page.totalLines).toBe(expected.length);
					expect(page.lines.map(({ line }) => line)).toEqual(page.lines.map((_, index) => offset + index));
					expect(page.lines.length).toBeGreaterThan(0);
					expect(page.lines.length).toBeLessThanOrEqual(maxLines);
					seen.push(...page.lines.map((each) => each.text));
					offset += page.lines.length;
				}
				expect(seen).toEqual(expected);
			},
		),
	);
});

it("counts from the end as from the begin", async () => {
	const text = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join("");
	const limits = { maxLines: 5, maxBytes: 1000 };
	const fromEnd = await outputPage(chunksOf(text, 7), -3, limits, signal);
	expect(fromEnd).toEqual(await outputPage(chunksOf(text, 7), 18, limits, signal));
	expect(fromEnd.lines.map((each) => each.text)).toEqual(["18", "19", "20"]);
	expect((await outputPage(chunksOf(text, 7), -100, limits, signal)).lines[0]?.line).toBe(1);
});

it("stops on abort", async () => {
	const aborted = AbortSignal.abort();
	const limits = { maxLines: 5, maxBytes: 1000 };
	await expect(outputPage(chunksOf("a\n", 1), 1, limits, aborted)).rejects.toMatchObject({
		name: "AbortError",
	});
});
