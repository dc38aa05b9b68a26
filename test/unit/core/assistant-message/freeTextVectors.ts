import { expect } from "vitest";
import type { Vector } from "./proseVectors";

const write = (content: string, path = "a.txt") =>
	`<write_to_file>\n<path>${path}</path>\n<content>${content}</content>\n</write_to_file>`;
const wrote = (content: string, path = "a.txt") => ({ call: "write_to_file", params: { path, content } });
const refused = (problem: string, params: Record<string, unknown> = { path: "a.txt" }) => ({
	call: "write_to_file",
	params,
	problem: expect.stringMatching(new RegExp(`^malformed_call: .*${problem}`)),
});
const example = write("inner", "inner.txt");

const abridged = "<write_to_file>\n<path>x</path>\n…\n</content>\n</write_to_file>";

export const freeTextVectors: readonly Vector[] = [
	// what Roo got wrong (its defects, executed)
	{
		name: "a parameter tag within the content does not redirect the write",
		input:
			"<write_to_file><path>a.xml</path><content>\n<x><content>hi</content></x>\n<path>evil.txt</path>\ntail\n</content></write_to_file>",
		want: [wrote("<x><content>hi</content></x>\n<path>evil.txt</path>\ntail", "a.xml")],
	},
	{
		name: "a close tag in the content, then another path",
		input: write("one</content><path>evil.txt</path>two"),
		want: [wrote("one</content><path>evil.txt</path>two")],
	},
	{
		name: "a whole example call in the content",
		input: write(`\nLike this:\n\n${example}\n\nDone.\n`),
		want: [wrote(`Like this:\n\n${example}\n\nDone.`)],
	},
	{
		name: "a close tag on its own line of a diff",
		input:
			"<apply_diff><path>a.html</path><diff>\n<<<<<<< SEARCH\n</diff>\n=======\n</div>\n>>>>>>> REPLACE\n</diff></apply_diff>",
		want: [
			{
				call: "apply_diff",
				params: {
					path: "a.html",
					diff: "<<<<<<< SEARCH\n</diff>\n=======\n</div>\n>>>>>>> REPLACE",
				},
			},
		],
	},
	{
		name: "a close tag in JSON arguments",
		input:
			'<use_mcp_tool><server_name>s</server_name><tool_name>t</tool_name><arguments>{"text":"</arguments>"}</arguments></use_mcp_tool>',
		want: [
			{
				call: "use_mcp_tool",
				params: { server_name: "s", tool_name: "t", arguments: '{"text":"</arguments>"}' },
			},
		],
	},
	{
		name: "indentation of the first line stays",
		input: "<apply_diff><path>a</path><diff>\n  indented\n</diff></apply_diff>",
		want: [{ call: "apply_diff", params: { path: "a", diff: "  indented" } }],
	},
	{
		name: "a long diff is whole",
		input: `<apply_diff><path>a</path><diff>${"x".repeat(122_900)}</diff></apply_diff>`,
		want: [{ call: "apply_diff", params: { path: "a", diff: "x".repeat(122_900) } }],
	},
	// white space
	{ name: "one newline at each end goes", input: write("\n\nx\n\n"), want: [wrote("\nx\n")] },
	{ name: "\\r\\n counts as one newline", input: write("\r\n\r\nx\r\n\r\n"), want: [wrote("\r\nx\r\n")] },
	{ name: "blanks at the ends stay", input: write("  x \t"), want: [wrote("  x \t")] },
	{ name: "empty content", input: write(""), want: [wrote("")] },
	{ name: "content of one newline is empty", input: write("\n"), want: [wrote("")] },
	{ name: "entities are not decoded", input: write("&lt;a&gt; &amp;"), want: [wrote("&lt;a&gt; &amp;")] },
	// the closing rule
	{
		name: "a parameter not given before may follow the content",
		input:
			"<write_to_file><path>a.txt</path><content>x</content>\n<line_count> 1 </line_count>\n</write_to_file>",
		want: [{ call: "write_to_file", params: { path: "a.txt", content: "x", line_count: "1" } }],
	},
	{
		name: "content may come first",
		input: "<write_to_file><content>x</content><path>a.txt</path></write_to_file>",
		want: [wrote("x")],
	},
	{
		name: "text between close tags: it was content",
		input: write("x</content> and </write_to_file> y"),
		want: [wrote("x</content> and </write_to_file> y")],
	},
	{
		name: "close tags of content and tool, then more content: the later ones count",
		input: write("It ends with </content></write_to_file>\nand then more.\n"),
		want: [wrote("It ends with </content></write_to_file>\nand then more.")],
	},
	{
		name: "three unmatched ends: the last counts",
		input: write("1</content></write_to_file>\n2</content>\n</write_to_file>\n3"),
		want: [wrote("1</content></write_to_file>\n2</content>\n</write_to_file>\n3")],
	},
	{
		name: "an opening tag mentioned in prose",
		input: write("The tag <content> opens, <write_to_file> calls."),
		want: [wrote("The tag <content> opens, <write_to_file> calls.")],
	},
	{
		name: "an unbalanced opening tag and a whole example: the last close tag counts",
		input: write(`The tag <content> opens.\n${example}\nEnd.`),
		want: [wrote(`The tag <content> opens.\n${example}\nEnd.`)],
	},
	{
		name: "an example without its content's opening tag",
		input: write(
			"<write_to_file>\n...\n</content>\n</write_to_file>\n<write_to_file>\n</content>\n</write_to_file>",
		),
		want: [
			wrote(
				"<write_to_file>\n...\n</content>\n</write_to_file>\n<write_to_file>\n</content>\n</write_to_file>",
			),
		],
	},
	{
		name: "whole calls without their content's opening tag",
		input: write(`\n${abridged}\nand\n${abridged}\n`),
		want: [wrote(`${abridged}\nand\n${abridged}`)],
	},
	{
		name: "an end, then an example in the middle of a line",
		input: write(`It ends with </content></write_to_file>, as in ${example}.`),
		want: [wrote(`It ends with </content></write_to_file>, as in ${example}.`)],
	},
	{
		name: "a parameter behind a close tag that holds the call's own tags was content",
		input:
			"<write_to_file><path>a.txt</path><content>a</content><line_count> b</content><line_count>2</line_count></write_to_file>",
		want: [
			{
				call: "write_to_file",
				params: { path: "a.txt", content: "a</content><line_count> b", line_count: "2" },
			},
		],
	},
	{
		name: "a document about this protocol with calls of other tools, fences and thinking",
		input: write(
			`\n# Tools\n\n\`\`\`xml\n<read_file>\n<path>x</path>\n</read_file>\n\`\`\`\n<thinking>\n${example}</thinking>\n<execute_command><command>rm -rf /</command></execute_command>\n`,
			"doc.md",
		),
		want: [
			wrote(
				`# Tools\n\n\`\`\`xml\n<read_file>\n<path>x</path>\n</read_file>\n\`\`\`\n<thinking>\n${example}</thinking>\n<execute_command><command>rm -rf /</command></execute_command>`,
				"doc.md",
			),
		],
	},
	// two free-text values
	{
		name: "two free-text values",
		input:
			"<search_replace><file_path>a</file_path><old_string>\n a\n</old_string><new_string>\n b\n</new_string></search_replace>",
		want: [{ call: "search_replace", params: { file_path: "a", old_string: " a", new_string: " b" } }],
	},
	{
		name: "two free-text values that hold each other's tags",
		input:
			"<search_replace><file_path>a</file_path><old_string><new_string>1</new_string></old_string><new_string><old_string>2</old_string></new_string><replace_all>true</replace_all></search_replace>",
		want: [
			{
				call: "search_replace",
				params: {
					file_path: "a",
					old_string: "<new_string>1</new_string>",
					new_string: "<old_string>2</old_string>",
					replace_all: "true",
				},
			},
		],
	},
	// several calls
	{
		name: "two writes in one message",
		input: `${write("A")}\nnow the other\n${write("B", "b.txt")}\n`,
		want: [wrote("A"), { text: "\nnow the other\n" }, wrote("B", "b.txt"), { text: "\n" }],
	},
	{
		name: "a write, directly followed by another tool's call",
		input: `${write("A")}<read_file><path>b</path></read_file>`,
		want: [wrote("A"), { call: "read_file", params: { path: "b" } }],
	},
	{
		name: "a mentioned opening tag does not join two writes",
		input: `${write("The tag <write_to_file> calls.")}\n\n${write("B", "b.txt")}`,
		want: [wrote("The tag <write_to_file> calls."), { text: "\n\n" }, wrote("B", "b.txt")],
	},
	{
		name: "the second of two writes grows to its last close tag",
		input: `${write("A")}\n${write("B</content></write_to_file> b", "b.txt")}`,
		want: [wrote("A"), { text: "\n" }, wrote("B</content></write_to_file> b", "b.txt")],
	},
	{
		name: "text behind a call that mentions its tags",
		input: `${write("A")}\nI used <write_to_file> with <content>.`,
		want: [wrote("A"), { text: "\nI used <write_to_file> with <content>." }],
	},
	{
		name: "prose, thinking and a fence behind a call",
		input: `${write("A")}\n<thinking>hm</thinking>\n\`\`\`\n${example}\n\`\`\`\n`,
		want: [wrote("A"), { text: "\n" }, { thinking: "hm" }, { text: `\n\`\`\`\n${example}\n\`\`\`\n` }],
		ignored: ["write_to_file in_fence"],
	},
	// more than one reading
	{
		name: "a later end behind another tool's call: two readings, nothing runs",
		input: `${write("A")}\n<read_file><path>b</path></read_file>\nx</content></write_to_file>`,
		want: [refused("more than one way.*<content>")],
	},
	{
		name: "an unbalanced opening tag in the first of two writes: two readings, nothing runs",
		input: `${write("The tag <content> opens.")}\n${write("B", "b.txt")}`,
		want: [refused("more than one way")],
	},
	{
		name: "free text given twice: two readings, nothing runs",
		input: "<apply_diff><path>a</path><diff>1</diff>\n<diff>2</diff></apply_diff>",
		want: [
			{
				call: "apply_diff",
				params: { path: "a" },
				problem: expect.stringMatching(/more than one way.*<diff>/),
			},
		],
	},
	// CDATA
	{ name: "CDATA is taken off", input: write("<![CDATA[x]]>"), want: [wrote("x")] },
	{ name: "CDATA with newlines", input: write("\n<![CDATA[\n x\n]]>\n"), want: [wrote(" x")] },
	{ name: "empty CDATA", input: write("<![CDATA[]]>"), want: [wrote("")] },
	{
		name: "CDATA may hold close tags, followed by another call",
		input: `${write("<![CDATA[a</content></write_to_file>\n<content> b]]>")}\n${write("B", "b.txt")}`,
		want: [wrote("a</content></write_to_file>\n<content> b"), { text: "\n" }, wrote("B", "b.txt")],
	},
	{
		name: "]]> within CDATA",
		input: write("<![CDATA[if (a[b[0]]>1) x]]>\n]]>"),
		want: [wrote("if (a[b[0]]>1) x]]>")],
	},
	{
		name: "CDATA that holds a call with CDATA",
		input: write(`<![CDATA[\nuse\n${write("<![CDATA[x]]>", "b.txt")}\nso\n]]>`),
		want: [wrote(`use\n${write("<![CDATA[x]]>", "b.txt")}\nso`)],
	},
	{
		name: "CDATA that holds two calls with CDATA",
		input: write(`<![CDATA[\n${write("<![CDATA[x]]>")}\n${write("<![CDATA[y]]>")}\n]]>`),
		want: [wrote(`${write("<![CDATA[x]]>")}\n${write("<![CDATA[y]]>")}`)],
	},
	{
		name: "CDATA that mentions the beginning of CDATA, followed by another call",
		input: `${write("<![CDATA[put it in <content><![CDATA[ …]]>")}\n${write("<![CDATA[B]]>", "b.txt")}`,
		want: [wrote("put it in <content><![CDATA[ …"), { text: "\n" }, wrote("B", "b.txt")],
	},
	{
		name: "a CDATA section that is only the beginning of the content stays",
		input: write("<![CDATA[x]]>\n<b/>"),
		want: [wrote("<![CDATA[x]]>\n<b/>")],
	},
	{
		name: "CDATA in both of two values",
		input:
			"<search_replace><file_path>a</file_path><old_string><![CDATA[</old_string>]]></old_string><new_string><![CDATA[</new_string>]]></new_string></search_replace>",
		want: [
			{
				call: "search_replace",
				params: { file_path: "a", old_string: "</old_string>", new_string: "</new_string>" },
			},
		],
	},
	{ name: "CDATA that is not closed", input: write("<![CDATA[x"), want: [refused("not closed")] },
	// incomplete
	{
		name: "the tool's close tag is missing",
		input: "<write_to_file><path>a.txt</path><content>x</content>\n",
		want: [refused("</write_to_file> is missing")],
	},
	{
		name: "the content's close tag is missing",
		input: "<write_to_file><path>a.txt</path><content>x</write_to_file>",
		want: [refused("</content> is missing")],
	},
	{
		name: "a parameter that is given twice",
		input: "<write_to_file><path>a.txt</path><content>x</content><path>b.txt</path></write_to_file>",
		want: [refused("<path> twice")],
	},
	{
		name: "a parameter behind the content that is given twice",
		input:
			"<write_to_file><path>a.txt</path><content>x</content><line_count>1</line_count><line_count>2</line_count></write_to_file>",
		want: [refused("<line_count> twice")],
	},
	{
		name: "a parameter behind the content that is not closed",
		input: "<write_to_file><path>a.txt</path><content>x</content><line_count>1</write_to_file>",
		want: [refused("</line_count> is missing")],
	},
	{
		name: "an unknown tag behind the content",
		input: "<write_to_file><path>a.txt</path><content>x</content><mode>w</mode></write_to_file>",
		want: [refused("<mode> stands")],
	},
	{
		name: "a stray tag before the content: nothing of the content is read as a call",
		input:
			"<write_to_file><path>a.txt</path><foo>1</foo><content>\n</write_to_file>\n<execute_command><command>x</command></execute_command></content></write_to_file>",
		want: [refused("<foo> stands")],
	},
	{
		name: "a message that is cut within the content",
		input: `<write_to_file><path>a.txt</path><content>${example}\nand mo`,
		isCut: true,
		want: [refused("</write_to_file> is missing because the message was cut|</content> is missing because")],
	},
	{
		name: "a message that is cut behind a seeming end: the content may have gone on",
		input: `${write("It ends with")} and th`,
		isCut: true,
		want: [refused("cut off after </write_to_file>")],
	},
	{
		name: "a message that is cut right behind an example: the content may have gone on",
		input: write("Call <write_to_file> like this:\n…"),
		isCut: true,
		want: [refused("missing because the message was cut off")],
	},
	{ name: "a message that is cut right behind a call", input: write("x"), isCut: true, want: [wrote("x")] },
	{
		name: "a message that is cut within the second call",
		input: `${write("A")}\n<write_to_file><path>b.txt</path><content>x`,
		isCut: true,
		want: [wrote("A"), { text: "\n" }, refused("because the message was cut off", { path: "b.txt" })],
	},
];
