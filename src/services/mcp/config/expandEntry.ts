import { KilnError } from "@shared/errors";
import { isRemote, type McpEntry } from "./entrySchema";

export interface ExpansionValues {
	/** absolute path of the server's workspace root; undefined: no folder is open */
	readonly workspaceFolder: string | undefined;
	variable(name: string): string | undefined;
}

const placeholder = /\$\{(?:env:([^}]+)|(workspaceFolder))\}/g;

/**
 * The entry with `${env:NAME}` and `${workspaceFolder}` replaced in its values: command, args, cwd, env, url, headers,
 * oauth. Each value is expanded once: what a variable holds is never expanded again. Throws `invalid_settings` that
 * names server, field and variable.
 */
export function expandEntry<T extends McpEntry>(server: string, entry: T, values: ExpansionValues): T {
	const text = (field: string) => (value: string) =>
		value.replace(placeholder, (_whole, name: string | undefined) => {
			if (name === undefined) return values.workspaceFolder ?? fail(server, field, "no folder is open");
			return values.variable(name) ?? fail(server, field, `the environment has no variable ${name}`);
		});
	const map = (field: string, record: Readonly<Record<string, string>>) =>
		Object.fromEntries(Object.entries(record).map(([key, value]) => [key, text(`${field}.${key}`)(value)]));
	if (!isRemote(entry)) {
		return {
			...entry,
			command: text("command")(entry.command),
			args: entry.args.map((value, index) => text(`args[${index}]`)(value)),
			...(entry.cwd !== undefined && { cwd: text("cwd")(entry.cwd) }),
			env: map("env", entry.env),
		};
	}
	const { clientId, clientSecret, privateKey } = entry.oauth ?? {};
	return {
		...entry,
		url: webAddress(server, text("url")(entry.url)),
		headers: map("headers", entry.headers),
		...(entry.oauth && {
			oauth: {
				...entry.oauth,
				...(clientId !== undefined && { clientId: text("oauth.clientId")(clientId) }),
				...(clientSecret !== undefined && { clientSecret: text("oauth.clientSecret")(clientSecret) }),
				...(privateKey !== undefined && { privateKey: text("oauth.privateKey")(privateKey) }),
			},
		}),
	};
}

/** Names of the variables that an entry reads, sorted. */
export function variablesOf(entry: McpEntry): string[] {
	const found = JSON.stringify(entry).matchAll(placeholder);
	return [...new Set([...found].flatMap((match) => match[1] ?? []))].sort();
}

function webAddress(server: string, url: string): string {
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
		return fail(server, "url", "it is no http:// or https:// address");
	}
	return url;
}

function fail(server: string, field: string, why: string): never {
	throw new KilnError(
		"invalid_settings",
		`MCP server "${server}" cannot be started: ${why} (in "${field}").`,
		"Mend the entry in the MCP configuration.",
	);
}
