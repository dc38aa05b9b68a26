import { KilnError } from "@shared/errors";
import type { McpEntry } from "./entrySchema";
import { isRecord, parseEntry } from "./parseEntry";

/** Whose way of writing a file's entries have. Roo's is Kiln's. */
export type ImportDialect = "roo" | "cursor" | "claude";

export type ConvertedEntry =
	| {
			/** as Kiln's file is to have it */
			readonly entry: Readonly<Record<string, unknown>>;
			readonly parsed: McpEntry;
			/** what is another than in the file it comes from, each a sentence */
			readonly notes: readonly string[];
			readonly reason?: undefined;
	  }
	/** why it cannot be said in Kiln's file, a sentence */
	| { readonly reason: string };

interface Dialect {
	/** fields that change what runs, and that Kiln cannot say */
	readonly unsayable: readonly string[];
	/** fields of Kiln's name that mean another thing there */
	readonly other: Readonly<Record<string, string>>;
	/** a placeholder (what stands between `${` and `}`) as Kiln writes it; undefined: Kiln cannot */
	readonly placeholder: (inner: string) => string | undefined;
}

const expanded = ["command", "args", "cwd", "env", "url", "headers"] as const;
const kilnFields: readonly string[] = [
	"type",
	...expanded,
	"oauth",
	"disabled",
	"timeout",
	"alwaysAllow",
	"disabledTools",
	"watchPaths",
];
const kept = (inner: string) => `\${${inner}}`;
const isKilns = (inner: string) => inner === "workspaceFolder" || inner.startsWith("env:");

const dialects: Readonly<Record<ImportDialect, Dialect>> = {
	roo: { unsayable: [], other: {}, placeholder: kept },
	cursor: {
		unsayable: ["envFile", "auth"],
		other: {},
		// Cursor leaves what it does not know as it is
		placeholder: (inner) => (cursorsOwn.includes(inner) ? undefined : kept(inner)),
	},
	claude: {
		// its "oauth" has other fields than Kiln's
		unsayable: ["headersHelper", "oauth"],
		other: { timeout: "Its timeout is left out: it means something else there." },
		placeholder: claudePlaceholder,
	},
};

const cursorsOwn = ["userHome", "workspaceFolderBasename", "pathSeparator", "/"];

/** `${VAR}` reads a variable; the project's folder has one of its own, which is set for servers only. */
function claudePlaceholder(inner: string): string | undefined {
	if (isKilns(inner)) return kept(inner);
	if (/^CLAUDE_PROJECT_DIR(?::-|$)/.test(inner)) return kept("workspaceFolder");
	return /^[A-Za-z_]\w*$/.test(inner) ? kept(`env:${inner}`) : undefined;
}

/** An entry of another program's file as Kiln would write it. */
export function convertEntry(name: ImportDialect, raw: unknown): ConvertedEntry {
	if (!isRecord(raw)) return { reason: "It must be an object." };
	const dialect = dialects[name];
	const unsayable = dialect.unsayable.find((field) => field in raw);
	if (unsayable !== undefined) {
		return { reason: `Kiln has nothing like its "${unsayable}". Add the server by hand.` };
	}
	const { entry, notes } = knownFields(dialect, raw);
	try {
		for (const field of expanded) {
			if (field in entry) entry[field] = converted(dialect, field, entry[field]);
		}
	} catch (error) {
		if (error instanceof KilnError) return { reason: error.message };
		throw error;
	}
	const { entry: parsed, problems } = parseEntry(entry);
	if (parsed === undefined) {
		const [first] = problems;
		const place = first && first.path.length > 0 ? `"${first.path.join(".")}" ` : "It ";
		return { reason: `${place}${first?.message ?? "cannot be used"}.` };
	}
	if (entry.type !== undefined) entry.type = parsed.type;
	const off = parsed.disabled ? ["It is switched off there, and stays so."] : [];
	return { entry, parsed, notes: [...notes, ...off] };
}

function knownFields(dialect: Dialect, raw: Readonly<Record<string, unknown>>) {
	const entry: Record<string, unknown> = {};
	const notes: string[] = [];
	const unknown: string[] = [];
	for (const [field, value] of Object.entries(raw)) {
		const other = Object.hasOwn(dialect.other, field) ? dialect.other[field] : undefined;
		if (other !== undefined) notes.push(other);
		else if (kilnFields.includes(field)) entry[field] = value;
		else unknown.push(field);
	}
	if (unknown.length > 0) notes.push(`Left out, since Kiln has no such field: ${unknown.join(", ")}.`);
	return { entry, notes };
}

/** Texts with their placeholders as Kiln writes them, however deep they stand; `place` names the value in errors. */
function converted(dialect: Dialect, place: string, value: unknown): unknown {
	if (Array.isArray(value)) {
		return value.map((inner, index) => converted(dialect, `${place}[${index}]`, inner));
	}
	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key, converted(dialect, `${place}.${key}`, inner)]),
		);
	}
	if (typeof value !== "string") return value;
	return value.replace(/\$\{([^}]+)\}/g, (whole, inner: string) => {
		const text = dialect.placeholder(inner);
		if (text !== undefined) return text;
		const why = inner.includes(":-") ? "has a default, which Kiln's files cannot say" : "is unknown to Kiln";
		throw new KilnError("invalid_settings", `${whole} in "${place}" ${why}.`);
	});
}
