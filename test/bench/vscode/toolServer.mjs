// An MCP server over stdio with 50 tools as an issue tracker would describe them. It answers at once and is otherwise
// asleep. argv[2]: a file that is made when the tools were listed.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const verbs = [
	"create",
	"update",
	"list",
	"search",
	"archive",
	"assign",
	"comment_on",
	"link",
	"export",
	"watch",
];
const things = ["issue", "milestone", "sprint", "label", "release"];
const text = (description) => ({ type: "string", description });

function toolOf(verb, thing) {
	return {
		name: `${verb}_${thing}`,
		title: `${verb.replaceAll("_", " ")} ${thing}`,
		description: [
			`Use this to ${verb.replaceAll("_", " ")} one or several ${thing}s of the project that the token belongs to.`,
			`Names are matched without regard to case. Only ${thing}s that the token's owner may see are taken into account;`,
			"when more than 100 would be answered, a cursor is returned beside the first page, to be passed on unchanged.",
			`Do not call it to find out whether a ${thing} exists: search for it instead, which is cheaper and never fails.`,
		].join(" "),
		inputSchema: {
			type: "object",
			properties: {
				project: text("Key of the project, for example OPS. Default: the token's own project."),
				id: text(`Number of the ${thing}, without the project's key.`),
				title: text(`One line of at most 120 characters that says what the ${thing} is about.`),
				body: text("Markdown. Images are taken by their address; attachments have a tool of their own."),
				state: { type: "string", enum: ["open", "in_progress", "blocked", "done"], default: "open" },
				labels: { type: "array", items: text("A label's name"), maxItems: 20 },
				due: text("ISO 8601 date, for example 2026-03-31."),
				limit: { type: "integer", minimum: 1, maximum: 100, default: 30 },
				cursor: text("What an earlier answer returned as nextCursor."),
			},
			required: ["project"],
			additionalProperties: false,
		},
		annotations: { readOnlyHint: verb === "list" || verb === "search", destructiveHint: verb === "archive" },
	};
}

const tools = verbs.flatMap((verb) => things.map((thing) => toolOf(verb, thing)));
const answers = {
	initialize: ({ protocolVersion }) => ({
		protocolVersion,
		capabilities: { tools: {} },
		serverInfo: { name: "tracker", version: "2.1.0" },
		instructions: "Search before you create, and name the project's key in every call.",
	}),
	"tools/list": () => ({ tools }),
	ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", (line) => {
	const { id, method, params } = JSON.parse(line);
	if (id === undefined) return;
	const answer = answers[method];
	const outcome = answer
		? { result: answer(params) }
		: { error: { code: -32601, message: "Unknown method" } };
	process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`);
	if (method === "tools/list") writeFileSync(process.argv[2], "");
});
