import { isHostile, withoutRawElements } from "@services/web/htmlText";
import { htmlToMarkdown } from "@services/web/htmlToMarkdown";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("htmlToMarkdown", () => {
	it.each([
		["<h1>A</h1><p>b <b>c</b> <em>d</em></p>", "# A\n\nb **c** _d_"],
		['<a href="https://x.test/y">link</a>', "[link](https://x.test/y)"],
		['<a href="#top">up</a> <a href="javascript:alert(1)">run</a>', "up run"],
		['<pre><code class="language-js">a &lt; b\n  c</code></pre>', "```js\na < b\n  c\n```"],
		["<ul><li>one<li>two</ul>", "-   one\n-   two"],
		['<img src="x.png" alt="A cat"><img src="y.png">', "[image: A cat]"],
		["<p>a</p>\n\n\n\n<p>b</p>", "a\n\nb"],
		["<nav>menu</nav><p>text</p><footer>foot</footer>", "text"],
		["<p>out</p><main><p>in</p></main>", "in"],
		["<script>alert('</p>')</script><style>p{}</style><p>text<!-- no --></p>", "text"],
		["<svg><title>no</title><path d=''/></svg><p>text</p>", "text"],
		["plain &amp; simple", "plain & simple"],
		["", ""],
	])("%j", async (html, markdown) => {
		expect((await htmlToMarkdown(html)).text).toBe(markdown);
	});

	it("makes tables with a head", async () => {
		const head = "<thead><tr><th>a</th><th>b</th></tr></thead>";
		const html = `<table>${head}<tbody><tr><td>1</td><td>2|3</td></tr></tbody></table>`;
		const expected = "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |";
		expect((await htmlToMarkdown(html)).text).toBe(expected);
		const bare = "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>";
		expect((await htmlToMarkdown(bare)).text).toBe("| a |\n| --- |\n| b |");
	});

	it("takes the title from the head", async () => {
		const { title } = await htmlToMarkdown("<head><title> A &amp;\n B </title></head><p>x");
		expect(title).toBe("A & B");
		expect((await htmlToMarkdown("<p>x")).title).toBeUndefined();
	});

	it("shows the text of a page that is built to exhaust the reader", async () => {
		expect((await htmlToMarkdown(`${"<div>".repeat(50_000)}deep`)).text).toBe("deep");
		expect((await htmlToMarkdown(`${"<svg><option>".repeat(20_000)}deep`)).text).toBe("deep");
		const formatting = Array.from({ length: 300 }, (_, index) => `<b id=${index}>`).join("");
		expect((await htmlToMarkdown(`${formatting}${"<p>x".repeat(50_000)}`)).text).toMatch(/^x x x/);
		expect((await htmlToMarkdown("<script>".repeat(50_000))).text).toBe("");
		expect((await htmlToMarkdown("<".repeat(200_000))).text).toHaveLength(200_000);
	});

	it.each([
		["closing tags in attributes", '<div title="</div>">x'.repeat(20_000)],
		["a list of very many items", `<ol>${"<li>x".repeat(200_000)}`],
		["very many attributes", `<a ${Array.from({ length: 60_000 }, (_, at) => `a${at}=1`).join(" ")}>x</a>`],
		["lists in lists", `${"<ul><li>".repeat(390)}${"x<br>".repeat(10_000)}`],
	])("shows the text of a page that would be converted for minutes: %s", async (_, html) => {
		const { text } = await htmlToMarkdown(html);
		expect(text).toMatch(/x$/);
		expect(text).not.toMatch(/[.-] +x/);
		expect((await htmlToMarkdown("<h1>next</h1>")).text).toBe("# next");
	});

	it("never throws", async () => {
		const piece = fc.constantFrom(
			...[
				"<",
				">",
				"</",
				"<p>",
				"<table>",
				"<tr>",
				"<td>",
				"<b>",
				"</b>",
				"<svg>",
				"<!--",
				"-->",
				"&#x",
				";",
			],
			...["<a href='", "'", "<pre>", "<main>", "</main>", "text", "\n", "&amp;", "<title>", "<li>", "<math>"],
		);
		await fc.assert(
			fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
				await htmlToMarkdown(pieces.join(""));
			}),
			{ numRuns: 200 },
		);
	});
});

it("counts nesting by elements that are open, whatever else is closed", () => {
	expect(isHostile("<div></span>".repeat(1000))).toBe(true);
	expect(isHostile("<div><p>x</p></div>".repeat(1000))).toBe(false);
	expect(isHostile("<ul><li>x<li>y</ul>".repeat(1000))).toBe(false);
});

it.each([
	["a<script>x</script>b", "ab"],
	["a<SCRIPT src=x>x</Script >b", "ab"],
	["a<!-- <p> -->b", "ab"],
	["a<script>x", "a"],
	["a<scripture>b", "a<scripture>b"],
])("withoutRawElements: %j", (html, rest) => {
	expect(withoutRawElements(html)).toBe(rest);
});
