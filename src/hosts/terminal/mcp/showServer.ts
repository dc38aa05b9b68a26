import type { McpCallResult, McpContent, McpProgress, McpServerState, McpTool } from "@shared/mcp";

/** One server in `kiln mcp list`. `run`: what it runs, or would run. */
export function serverLine(state: McpServerState, run: string): string {
	const { name, scope, status, replacesOwn } = state;
	const reason = reasonOf(state);
	// a name of several lines must not pass for several servers
	const head = `${/[\n\t]/.test(name) ? JSON.stringify(name) : name} (${scope.kind}${replacesOwn ? ", replaces your own server of this name" : ""})`;
	switch (status) {
		case "connected":
			return `${head}: ${countsOf(state)}\n  ${run}`;
		case "disabled":
			return `${head}: switched off\n  ${run}`;
		case "awaiting_trust":
			return `${head}: not started; with --trust-project-mcp it would run:\n  ${run}`;
		case "connecting":
			return `${head}: ${reason === undefined ? "still starting" : `does not work: ${reason}`}\n  ${run}`;
		case "failed":
			return `${head}: does not work: ${reason ?? "unknown reason"}\n  ${run}`;
	}
}

/**
 * For `--json`. What it would run stands in it only while it waits for consent. A hash of that would let values be
 * guessed, which may be keys.
 */
export function jsonState({ runHash, ...state }: McpServerState): Omit<McpServerState, "runHash"> {
	return state;
}

/** Why it does not work, with what can be done at a terminal. */
export function reasonOf({ name, scope, reason, needsSignIn }: McpServerState): string | undefined {
	if (reason === undefined || !needsSignIn) return reason;
	const word = /^[\w@%+=:,./-]+$/.test(name) && !name.startsWith("-") ? name : JSON.stringify(name);
	const trust = scope.kind === "project" ? " --trust-project-mcp" : "";
	return `${reason} Sign in: kiln mcp sign-in ${word}${trust}`;
}

function countsOf({ catalogue }: McpServerState): string {
	const { tools, resources, resourceTemplates, prompts } = catalogue;
	const off = tools.filter(({ isEnabled }) => !isEnabled).length;
	return [
		`${tools.length} tools${off === 0 ? "" : ` (${off} switched off)`}`,
		`${resources.length + resourceTemplates.length} resources`,
		`${prompts.length} prompts`,
	].join(", ");
}

/** A working server in `kiln mcp test`. */
export function serverText(state: McpServerState): string {
	const { name, transport, serverVersion, catalogue } = state;
	const templates = catalogue.resourceTemplates.map((each) => ({ ...each, uri: each.uriTemplate }));
	return [
		`${name} works: ${[serverVersion, transport].filter(Boolean).join(", ")}`,
		...section(
			"Tools",
			catalogue.tools.map((tool) =>
				entry(`${toolCall(tool)}${tool.isEnabled ? "" : " (switched off)"}`, tool),
			),
		),
		...section(
			"Resources",
			[...catalogue.resources, ...templates].map((resource) => entry(resource.uri, resource)),
		),
		...section(
			"Prompts",
			catalogue.prompts.map((prompt) => {
				const words = prompt.arguments.map((each) => (each.isRequired ? each.name : `[${each.name}]`));
				return entry([`/mcp:${name}:${prompt.name}`, ...words].join(" "), prompt);
			}),
		),
		...section("Left out", catalogue.notes),
	].join("\n");
}

function section(title: string, lines: readonly string[]): string[] {
	return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function entry(head: string, { description }: { readonly description?: string | undefined }): string {
	const [first = ""] = (description ?? "").trim().split(/\s*\n/);
	return first === "" ? head : `${head}: ${first}`;
}

/** "echo(message, count?)" */
function toolCall({ name, inputSchema }: McpTool): string {
	const { properties, required } = inputSchema;
	const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
	const isRequired = (key: string) => Array.isArray(required) && required.includes(key);
	return `${name}(${names.map((key) => (isRequired(key) ? key : `${key}?`)).join(", ")})`;
}

/** What a tool answered, for people. */
export function resultText({ content, structuredContent, notes }: McpCallResult): string {
	const said = content.map(partText);
	const structured =
		said.length === 0 && structuredContent !== undefined ? [JSON.stringify(structuredContent, null, 2)] : [];
	const parts = [...said, ...structured, ...notes.map((note) => `[${note}]`)];
	return parts.length === 0 ? "[The tool answered nothing.]" : parts.join("\n");
}

function partText(part: McpContent): string {
	switch (part.kind) {
		case "text":
			return part.text;
		case "image":
		case "audio":
			return `[${part.kind} ${part.mimeType}, ${bytesOf(part.data)} bytes]`;
		case "resource":
			return `[${part.uri}]\n${part.text}`;
		case "blob":
			return `[${part.uri}: ${part.mimeType ?? "binary"}, ${bytesOf(part.data)} bytes]`;
		case "link":
			return `[${part.name}: ${part.uri}]`;
		case "unusable":
			return `[${part.note}]`;
	}
}

export function progressLine({ progress, total, message }: McpProgress): string {
	const figure = total === undefined ? `${progress}` : `${progress} of ${total}`;
	return message === undefined ? figure : `${figure}: ${message}`;
}

function bytesOf(base64: string): number {
	return Buffer.byteLength(base64, "base64");
}
