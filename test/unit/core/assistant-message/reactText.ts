import fc from "fast-check";

const heading = fc.constantFrom(
	"Action: read_file(",
	"Action: write_to_file(",
	"Action: execute_command(",
	"**Action:** read_file(",
	"Action: foo(",
	"Action: list_tabs",
	"Action: read_file\nAction Input: ",
	"Final Answer: ",
	"FinalAnswer:",
	"Observation:",
	"Thought: ",
	"Action",
	"Action:",
	"Final",
);
const syntax = fc.constantFrom(
	"{",
	"}",
	")",
	"[",
	"]",
	",",
	"=",
	":",
	'"',
	"'",
	'"""',
	"'''",
	"\\",
	"\\u00e9",
	'"path"',
	"path=",
	"content=",
	"true",
	"None",
	"12",
	'"a"',
);
const space = fc.constantFrom("\n", "\n", " ", "\r\n", "\t", "  ", "\n\n");
const mark = fc.constantFrom("`", "```", "```\n", "~~~", "- ", "<think>", "</think>", "<thi", "> ");
const word = fc.constantFrom("a", "an A", "text", "ünïcode 🐢", "x<y");

const soup = fc
	.array(
		fc.oneof(
			{ weight: 4, arbitrary: heading },
			{ weight: 5, arbitrary: syntax },
			{ weight: 4, arbitrary: space },
			mark,
			word,
		),
		{ maxLength: 30 },
	)
	.map((pieces) => pieces.join(""));

const value = fc.oneof(
	fc.constantFrom('"v"', "'v'", '"""\nlines\nof it\n"""', "'''x'''", "3", "[1, 'a']", '{"a": [1]}', "True"),
	fc.string().map((text) => JSON.stringify(text)),
	soup,
);
const call = fc
	.tuple(fc.constantFrom("read_file", "write_to_file", "execute_command"), fc.array(value, { maxLength: 3 }))
	.map(
		([name, values]) =>
			`Action: ${name}(${values.map((text, at) => (at === 0 ? text : `content=${text}`)).join(", ")})`,
	);

/** Messages made of headings, arguments, quotes and fences, whole and broken. */
export const reactText: fc.Arbitrary<string> = fc
	.array(
		fc.oneof(soup, call, fc.constantFrom("Thought: look\n", "\n", "prose ", "```\n", "\nObservation: x")),
		{
			maxLength: 5,
		},
	)
	.map((parts) => parts.join(""));
