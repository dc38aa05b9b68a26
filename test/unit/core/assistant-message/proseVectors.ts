import { expect } from "vitest";
import type { ParseOptions } from "./parserHarness";

export interface Vector extends ParseOptions {
	readonly name: string;
	readonly input: string;
	/** outcomes; values may be asymmetric matchers */
	readonly want: readonly unknown[];
	/** "name reason" of calls that did not count */
	readonly ignored?: readonly string[];
}

const read = "<read_file><path>a.ts</path></read_file>";
const didRead = { call: "read_file", params: { path: "a.ts" } };
const run = "<execute_command><command>rm -rf /</command></execute_command>";
const text = (input: string) => [{ text: input }];
const refused = (call: string, params: Record<string, unknown>, problem: string) => ({
	call,
	params,
	problem: expect.stringMatching(new RegExp(`^malformed_call: .*${problem}`)),
});

/** Text that is a message as it stands, with the calls in it that were ignored. */
function prose(name: string, input: string, ...ignored: string[]): Vector {
	return { name, input, want: input === "" ? [] : text(input), ignored };
}

export const proseVectors: readonly Vector[] = [
	// prose
	prose("nothing", ""),
	prose("plain text", "Hello <b>there</b>, a < b && c > d.\n"),
	prose("an unknown tag", "<foo><path>x</path></foo>"),
	prose("a tool's name in running text", "Use <read_file> to read."),
	prose("a tool's tag without a parameter behind it", "<read_file>\nreads a file.\n</read_file>"),
	prose("a tool's tag at the end", "<read_file>"),
	prose("a parameter of another tool does not commit", "<read_file><command>x</command></read_file>"),
	prose("a tag with attributes", '<read_file path="x"><path>x</path></read_file>'),
	prose("more white space than a tag is held for", `<read_file>${" ".repeat(65)}<path>x</path></read_file>`),
	prose("a call in the middle of a line", `Now ${read}`, "read_file mid_line"),
	prose("a call behind a list marker", `- ${read}\n1. ${read}`, "read_file mid_line", "read_file mid_line"),
	prose("a call in a quote", `> ${read}`, "read_file mid_line"),
	prose("entities in prose", "&lt;read_file&gt;"),
	// code
	prose("inline code, then a parameter", "You can use `<read_file>` to read. Then <path>x</path> and so on."),
	prose("a call in inline code", `Write \`${run}\` so.`, "execute_command in_inline_code"),
	prose("inline code with two backticks", `\`\`a \` ${run}\`\``, "execute_command in_inline_code"),
	prose("inline code over a line break", `So \`\n${run}\n\` it is.`, "execute_command in_inline_code"),
	prose("a fence", `\`\`\`xml\n${run}\n\`\`\`\n`, "execute_command in_fence"),
	prose("a fence of tildes", `~~~\n${run}\n~~~`, "execute_command in_fence"),
	prose("a fence that is not closed", `\`\`\`\n${run}\n`, "execute_command in_fence"),
	prose("a shorter fence does not close", `\`\`\`\`\n\`\`\`\n${run}\n\`\`\`\``, "execute_command in_fence"),
	prose("another character does not close", `\`\`\`\n~~~\n${run}\n\`\`\``, "execute_command in_fence"),
	prose(
		"a closing fence has no info string",
		`\`\`\`\n\`\`\`xml\n${run}\n\`\`\``,
		"execute_command in_fence",
	),
	prose(
		"a closing fence has nothing behind it",
		`\`\`\`\nx\n\`\`\`y\n${run}\n\`\`\``,
		"execute_command in_fence",
	),
	prose("a number is no list marker", `\`a\n12 b\n${run}\n\` x`, "execute_command in_inline_code"),
	prose("a fence indented by three", `   \`\`\`\n${run}\n   \`\`\``, "execute_command in_fence"),
	prose("a fence in a list", `- do\n  - so:\n    \`\`\`\n    ${run}\n    \`\`\``, "execute_command in_fence"),
	prose("a fence in a numbered list", `10. do:\n\n    ~~~\n    ${run}\n    ~~~`, "execute_command in_fence"),
	prose("a fence with \\r\\n", `\`\`\`\r\n${run}\r\n\`\`\`\r\n`, "execute_command in_fence"),
	prose("a call on the fence's own line", `\`\`\`xml ${run} \`\`\``, "execute_command in_fence"),
	{
		name: "behind a closed fence",
		input: `\`\`\`\nx\n\`\`\`  \n${read}`,
		want: [{ text: "```\nx\n```  \n" }, didRead],
	},
	{
		name: "three backticks with a backtick behind them are no fence",
		input: `\`\`\`a\`\`\` b\n${read}`,
		want: [{ text: "```a``` b\n" }, didRead],
	},
	{
		name: "a backtick without a partner is a character",
		input: `The \` key\n${read}`,
		want: [{ text: "The ` key\n" }, didRead],
	},
	{
		name: "a code span ends with its paragraph",
		input: `The \` key\n\n${read}\n\` x`,
		want: [{ text: "The ` key\n\n" }, didRead, { text: "\n` x" }],
	},
	prose("inline code that ends with the message", `So \`\n${run}\n\``, "execute_command in_inline_code"),
	{
		name: "inline code in the next paragraph is another",
		input: `The \` key\n${read}\n\nand \`code\` x`,
		want: [{ text: "The ` key\n" }, didRead, { text: "\n\nand `code` x" }],
	},
	{
		name: "an escaped backtick opens nothing",
		input: `The \\\` key\n${read}\n\` x`,
		want: [{ text: "The \\` key\n" }, didRead, { text: "\n` x" }],
	},
	{
		name: "a fence ends with its list item",
		input: `- x\n  \`\`\`\n  y\nz\n${read}`,
		want: [{ text: "- x\n  ```\n  y\nz\n" }, didRead],
	},
	// where calls open
	{ name: "a call alone", input: read, want: [didRead] },
	{
		name: "an indented call",
		input: `ok\n  \t${read}`,
		want: [{ text: "ok\n  \t" }, didRead],
	},
	{
		name: "white space within a call",
		input: "<read_file>\n\t<path>\n a.ts \n</path>\r\n\r\n</read_file>",
		want: [didRead],
	},
	{
		name: "calls on one line",
		input: `${read}${read} ${read}`,
		want: [didRead, didRead, { text: " " }, didRead],
	},
	{
		name: "a call behind text behind a call",
		input: `${read} and ${read}`,
		want: [didRead, { text: ` and ${read}` }],
		ignored: ["read_file mid_line"],
	},
	{
		name: "two calls with text between",
		input: `One:\n${read}\nTwo:\n${read}\nend`,
		want: [{ text: "One:\n" }, didRead, { text: "\nTwo:\n" }, didRead, { text: "\nend" }],
	},
	{
		name: "a call without parameters",
		input: "<list_tabs>\n</list_tabs>",
		want: [{ call: "list_tabs", params: {} }],
	},
	{
		name: "nested XML in a short parameter",
		input: "<read_file><args><file><path>a</path></file></args></read_file>",
		want: [{ call: "read_file", params: { args: "<file><path>a</path></file>" } }],
	},
	{
		name: "a short parameter ends at its first close tag, whatever it holds",
		input:
			'<execute_command><command>grep "</execute_command>" x && a < b &amp; `c`</command></execute_command>',
		want: [
			{ call: "execute_command", params: { command: 'grep "</execute_command>" x && a < b &amp; `c`' } },
		],
	},
	{
		name: "CDATA in a short parameter",
		input: "<execute_command><command> <![CDATA[echo </command> ]]> </command></execute_command>",
		want: [{ call: "execute_command", params: { command: "echo </command>" } }],
	},
	{
		name: "an empty short parameter",
		input: "<execute_command><command>ls</command><cwd> </cwd></execute_command>",
		want: [{ call: "execute_command", params: { command: "ls", cwd: "" } }],
	},
	// reasoning
	{ name: "thinking", input: "<thinking>a\nb</thinking>", want: [{ thinking: "a\nb" }] },
	{ name: "a call behind thinking", input: `<think>a</think>${read}`, want: [{ thinking: "a" }, didRead] },
	{
		name: "a call in thinking",
		input: `<thinking>\n${run}\n</thinking>\n${read}`,
		want: [{ thinking: `\n${run}\n` }, { text: "\n" }, didRead],
		ignored: ["execute_command in_thinking"],
	},
	{
		name: "thinking in the middle of a line still is reasoning",
		input: `Hm. <thinking>\n${run}\n</thinking> ok`,
		want: [{ text: "Hm. " }, { thinking: `\n${run}\n` }, { text: " ok" }],
		ignored: ["execute_command in_thinking"],
	},
	{
		name: "thinking that is not closed",
		input: `<thinking>so\n${read}`,
		want: [{ thinking: `so\n${read}` }],
		ignored: ["read_file in_thinking"],
	},
	prose("a thinking tag in inline code", `The \`<thinking>\` tag. ${read}`, "read_file mid_line"),
	prose("a thinking tag in a fence", `\`\`\`\n<thinking>\n\`\`\``),
	{
		name: "the end of thinking that began elsewhere",
		input: `so I think</think>${read}`,
		want: [{ text: "so I think</think>" }, didRead],
	},
	{
		name: "an empty thinking block",
		input: "<think></think>",
		want: [{ thinking: "" }],
	},
	// malformed
	{
		name: "a parameter that is not closed",
		input: "<read_file><path>src/a.ts</read_file>",
		want: [refused("read_file", {}, "</path> is missing")],
	},
	{
		name: "a parameter that is not closed, and a whole call behind it",
		input: `<read_file><path>src/a.ts</read_file>\n${read}`,
		want: [refused("read_file", {}, "</path> is missing")],
	},
	{
		name: "a stray tag in parameter position",
		input: "<read_file><path>a.ts</path><line>3</line></read_file>\nok",
		want: [refused("read_file", { path: "a.ts" }, "<line> stands"), { text: "\nok" }],
	},
	{
		name: "stray text in parameter position",
		input: "<execute_command><command>ls</command> && rm -rf /\n</execute_command>",
		want: [refused("execute_command", { command: "ls" }, 'the text "&& rm -rf /" stands')],
	},
	{
		name: "a parameter of another tool",
		input: "<execute_command><command>ls</command><path>x</path></execute_command>",
		want: [refused("execute_command", { command: "ls" }, "<path> stands")],
	},
	{
		name: "a short parameter given twice",
		input: `<read_file><path>a.ts</path><path>b.ts</path></read_file>${read}`,
		want: [refused("read_file", { path: "a.ts" }, "<path> twice"), didRead],
	},
	{
		name: "a close tag that is missing",
		input: "<read_file><path>a.ts</path>\n",
		want: [refused("read_file", { path: "a.ts" }, "</read_file> is missing")],
	},
	{
		name: "a message that is cut within a call",
		input: "ok\n<read_file><path>a",
		isCut: true,
		want: [{ text: "ok\n" }, refused("read_file", {}, "</path> is missing because the message was cut off")],
	},
	{
		name: "a message that is cut within a tag",
		input: "ok\n<read_f",
		isCut: true,
		want: text("ok\n<read_f"),
	},
	// limits
	{
		name: "a parameter past its limit",
		input: `<execute_command><command>${"x".repeat(101)}</command></execute_command>${read}`,
		limits: { maxParameterChars: 100 },
		want: [
			{
				call: "execute_command",
				params: {},
				problem: expect.stringMatching(/^call_too_large: .*<command> has 101 characters, the limit is 100/),
			},
			didRead,
		],
	},
	{
		name: "free text past its limit",
		input: `<attempt_completion><result>${"x".repeat(101)}</result></attempt_completion>`,
		limits: { maxParameterChars: 100 },
		want: [
			{
				call: "attempt_completion",
				params: {},
				problem: expect.stringMatching(/^call_too_large: .*<result> has 101 characters, the limit is 100/),
			},
		],
	},
	{
		name: "a message past its limit: text passes, calls are refused",
		input: `${read}\n${"x".repeat(60)}\n${read}`,
		limits: { maxMessageChars: 100 },
		want: [
			didRead,
			{ text: `\n${"x".repeat(60)}\n` },
			{ ...didRead, problem: expect.stringMatching(/^call_too_large: .*142 characters, the limit is 100/) },
		],
	},
];
