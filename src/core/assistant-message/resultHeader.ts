import type { ToolCall } from "@shared/tools";

const maxKeyChars = 100;

/** The parameters that say best what a call is about, first things first. */
const keyParameters = [
	"path",
	"file_path",
	"target_file",
	"args",
	"files",
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
	const { name } = call;
	const key = keyOf(call.params);
	return key === undefined ? `[${name}] Result:` : `[${name} for '${key}'] Result:`;
}

function keyOf(params: ToolCall["params"]): string | undefined {
	const names = [...keyParameters.filter((name) => Object.hasOwn(params, name)), ...Object.keys(params)];
	for (const name of names) {
		const value = params[name];
		const shown = name === "files" ? pathsOf(value) : name === "args" ? pathsIn(value) : value;
		const text = typeof shown === "string" ? short(shown) : undefined;
		if (text !== undefined) return text;
	}
	return undefined;
}

function short(value: string): string | undefined {
	const text = value.trim();
	if (text === "" || text.includes("\n")) return undefined;
	return text.length > maxKeyChars ? `${text.slice(0, maxKeyChars - 1)}…` : text;
}

/** The paths of a list of `{path}`, or the value as it is. */
function pathsOf(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const paths = value.map((file: unknown) =>
		typeof file === "object" && file !== null && "path" in file ? file.path : undefined,
	);
	return paths.filter((path) => typeof path === "string").join(", ");
}

/** The paths of nested `<file><path>…</path></file>`. */
function pathsIn(xml: unknown): unknown {
	if (typeof xml !== "string") return xml;
	return [...xml.matchAll(/<path>([^<]*)<\/path>/g)].map(([, path = ""]) => path.trim()).join(", ");
}
