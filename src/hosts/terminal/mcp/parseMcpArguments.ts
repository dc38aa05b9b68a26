import { parseArgs } from "node:util";
import { timeoutSeconds } from "@services/mcp/config/entrySchema";
import { KilnError } from "@shared/errors";

export type McpCommand =
	| { readonly kind: "help" }
	| { readonly kind: "list" }
	| { readonly kind: "add"; readonly server: string; readonly entry: Readonly<Record<string, unknown>> }
	| { readonly kind: "remove"; readonly server: string }
	| {
			readonly kind: "import";
			/** as it was typed; undefined: those of the workspace */
			readonly file: string | undefined;
			readonly names: readonly string[];
			readonly isAll: boolean;
			/** entries of the same name go */
			readonly replaces: boolean;
	  }
	| { readonly kind: "test" | "sign-in" | "sign-out"; readonly server: string }
	| {
			readonly kind: "call";
			readonly server: string;
			readonly tool: string;
			readonly args: Readonly<Record<string, unknown>>;
	  };

export interface McpArguments {
	readonly command: McpCommand;
	readonly scope: "global" | "project" | undefined;
	readonly timeoutSeconds: number | undefined;
	readonly cwd: string | undefined;
	readonly trustsProject: boolean;
	readonly isJson: boolean;
}

const options = {
	scope: { type: "string" },
	url: { type: "string" },
	type: { type: "string" },
	env: { type: "string", multiple: true },
	header: { type: "string", multiple: true },
	timeout: { type: "string" },
	cwd: { type: "string" },
	all: { type: "boolean" },
	replace: { type: "boolean" },
	"trust-project-mcp": { type: "boolean" },
	json: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

/** What stands behind `kiln mcp`. Throws a KilnError that names the argument. */
export function parseMcpArguments(argv: readonly string[]): McpArguments {
	const end = argv.indexOf("--");
	const run = end === -1 ? undefined : argv.slice(end + 1);
	const { values, positionals } = parseRaw(end === -1 ? argv : argv.slice(0, end));
	return {
		command: values.help === true ? { kind: "help" } : commandOf(positionals, values, run),
		scope: scopeOf(values.scope),
		timeoutSeconds: secondsOf(values.timeout),
		cwd: values.cwd,
		trustsProject: values["trust-project-mcp"] === true,
		isJson: values.json === true,
	};
}

type Values = ReturnType<typeof parseRaw>["values"];

function parseRaw(argv: readonly string[]) {
	try {
		return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
	} catch (error) {
		throw bad(error instanceof Error ? error.message : String(error));
	}
}

function commandOf(
	[kind, server, ...more]: readonly string[],
	values: Values,
	run: readonly string[] | undefined,
): McpCommand {
	if (kind === undefined) return { kind: "help" };
	if (kind !== "add") refuseEntryOptions(kind, values, run);
	if (kind === "import") return importOf([server, ...more], values);
	if ((values.all ?? values.replace) !== undefined)
		throw bad("--all and --replace belong to kiln mcp import.");
	const extra = (kind === "call" ? more.slice(2) : kind === "list" ? [server, ...more] : more).find(Boolean);
	if (extra !== undefined) throw bad(`kiln mcp ${kind} knows nothing to do with "${extra}".`);
	if (kind === "list") return { kind };
	if (!isOfServer(kind)) throw bad(`There is no "kiln mcp ${kind}".`);
	if (server === undefined) throw bad(`kiln mcp ${kind} needs the server's name.`);
	if (kind === "add") return { kind, server, entry: entryOf(values, run) };
	if (kind !== "call") return { kind, server };
	const [tool, input] = more;
	if (tool === undefined) throw bad("kiln mcp call needs the tool's name.");
	return { kind, server, tool, args: argumentsOf(input) };
}

/** A word that ends in .json is a file, anything else a server's name. */
function importOf(
	words: readonly (string | undefined)[],
	{ all, replace }: Values,
): Extract<McpCommand, { kind: "import" }> {
	const given = words.filter((word) => word !== undefined);
	const [file, other] = given.filter((word) => word.endsWith(".json"));
	if (other !== undefined) throw bad(`kiln mcp import takes one file, not "${other}", too.`);
	const names = given.filter((word) => !word.endsWith(".json"));
	const isAll = all === true;
	if (isAll && names.length > 0) throw bad("Give either --all or the servers' names.");
	const replaces = replace === true;
	if (replaces && !isAll && names.length === 0) throw bad("--replace needs --all or the servers' names.");
	return { kind: "import", file, names: [...new Set(names)], isAll, replaces };
}

const ofServer = ["add", "remove", "test", "call", "sign-in", "sign-out"] as const;

function isOfServer(kind: string): kind is (typeof ofServer)[number] {
	return ofServer.some((known) => known === kind);
}

function refuseEntryOptions(kind: string, { url, type, env, header }: Values, run: unknown): void {
	if ((url ?? type ?? env ?? header ?? run) === undefined) return;
	throw bad(`--url, --type, --env, --header and -- belong to kiln mcp add, not to ${kind}.`);
}

function entryOf(values: Values, run: readonly string[] | undefined): Record<string, unknown> {
	const { url, type, env, header } = values;
	const timeout = secondsOf(values.timeout);
	const rest = timeout === undefined ? {} : { timeout };
	if ((url === undefined) === (run === undefined))
		throw bad("kiln mcp add needs either -- and a command, or --url and an address.");
	if (url !== undefined) {
		if (env !== undefined) throw bad("--env is for a command; an address has --header.");
		const headers = mapOf("--header", header, ":");
		return { ...(type !== undefined && { type }), url, ...(headers && { headers }), ...rest };
	}
	const [command, ...args] = run ?? [];
	if (command === undefined) throw bad("There is no command behind --.");
	if (header !== undefined || type !== undefined) throw bad("--header and --type are for an address.");
	const variables = mapOf("--env", env, "=");
	return { command, ...(args.length > 0 && { args }), ...(variables && { env: variables }), ...rest };
}

function mapOf(
	name: string,
	pairs: readonly string[] | undefined,
	separator: string,
): Record<string, string> | undefined {
	if (pairs === undefined) return undefined;
	return Object.fromEntries(
		pairs.map((pair) => {
			const at = pair.indexOf(separator);
			const key = pair.slice(0, Math.max(at, 0)).trim();
			if (key === "") throw bad(`${name} takes NAME${separator}VALUE, not "${pair}".`);
			const value = pair.slice(at + 1);
			return [key, separator === ":" ? value.trim() : value];
		}),
	);
}

function argumentsOf(input: string | undefined): Readonly<Record<string, unknown>> {
	if (input === undefined || input.trim() === "") return {};
	const refusal = "The tool's arguments are one JSON object";
	let value: unknown;
	try {
		value = JSON.parse(input);
	} catch (error) {
		throw bad(`${refusal}: ${error instanceof Error ? error.message : String(error)}.`);
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw bad(`${refusal}.`);
	return { ...value };
}

function scopeOf(value: string | undefined): McpArguments["scope"] {
	if (value === undefined || value === "global" || value === "project") return value;
	throw bad(`--scope does not know "${value}". It takes: global, project.`);
}

function secondsOf(value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const seconds = value.trim() === "" ? Number.NaN : Number(value);
	const { min, max } = timeoutSeconds;
	if (seconds >= min && seconds <= max) return seconds;
	throw bad(`--timeout takes seconds from ${min} to ${max}, not "${value}".`);
}

function bad(message: string): KilnError {
	return new KilnError("invalid_settings", message, "See kiln mcp --help.");
}
