import type { ToolCall } from "@shared/tools";

const maxKeyChars = 100;

/** The parameters that say best what a call is about, first things first. */
const keyParameters = [
	"path",
	"file_path",
	"target_file",
	"args",
	"command",
	"regex",
	"pattern",
	"query",
	"question",
	"url",
	"uri",
	"server_name",
	"mode_slug",
	"mode",
	"action",
	"task",
];

/** `[read_file for 'src/a.ts'] Result:`, the line by which text formats say whose result follows. */
export function resultHeader(call: ToolCall): string {
	const name = call.calledAs ?? call.name;
	const key = keyOf(call.params);
	return key === undefined ? `[${name}] Result:` : `[${name} for '${key}'] Result:`;
}

function keyOf(params: ToolCall["params"]): string | undefined {
	const names = [...keyParameters.filter((name) => Object.hasOwn(params, name)), ...Object.keys(params)];
	for (const name of names) {
		const value = params[name];
		const text = typeof value === "string" ? short(name === "args" ? pathsIn(value) : value) : undefined;
		if (text !== undefined) return text;
	}
	return undefined;
}

function short(value: string): string | undefined {
	const text = value.trim();
	if (text === "" || text.includes("\n")) return undefined;
	return text.length > maxKeyChars ? `${text.slice(0, maxKeyChars - 1)}…` : text;
}

/** The paths of nested `<file><path>…</path></file>`. */
function pathsIn(xml: string): string {
	return [...xml.matchAll(/<path>([^<]*)<\/path>/g)].map(([, path = ""]) => path.trim()).join(", ");
}
