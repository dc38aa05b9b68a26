import { toErrorInfo } from "@shared/errors";
import type { MessageExpansion } from "../../instructions/ProjectFiles";
import { noMcp } from "../../mcp/McpPort";
import type { ExpansionDeps } from "./ExpansionDeps";
import { expandCommand } from "./expandCommand";
import { renderProblems, renderTerminal } from "./expandEditor";
import { renderCommit, renderGitChanges } from "./expandGit";
import { callsMcpPrompt, expandMcpPrompt } from "./expandMcpPrompt";
import { locatePath, renderPath } from "./expandPath";
import { renderUrl } from "./expandUrl";
import { findMentions, type Mention } from "./findMentions";
import { taggedNote } from "./tagged";

/** A message names a few things; more is a pasted text. */
const maxMentions = 30;
/** Of all parts together, in characters. */
const maxTotalChars = 500_000;

/** What a mention stands for. Equal keys stand for the same thing. */
interface Source {
	readonly key: string;
	readonly tag: string;
	/** names it in a note */
	readonly name: Readonly<Record<string, string>>;
	render(): string | Promise<string>;
}

/**
 * What a message that a person has typed stands for beyond its text: the command that it begins with, and its mentions.
 * To be called for nothing else: text of models, tools and files must not name what is then read. Whatever cannot be
 * shown is a note in its place; only an abort throws.
 */
export async function expandMessage(text: string, deps: ExpansionDeps): Promise<MessageExpansion> {
	const { project, signal } = deps;
	const command = expandCommand(text, project.workflows(), project.modes());
	const mentions = findMentions(text);
	const sources = await Promise.all(mentions.slice(0, maxMentions).map((mention) => sourceOf(mention, deps)));
	const all = [...promptSources(text, deps), ...sources];
	const distinct = [...new Map(all.map((source) => [source.key, source])).values()];
	const rendered = await Promise.all(distinct.map((source) => renderSafely(source, signal)));
	const parts = [
		...(command?.text === undefined ? [] : [command.text]),
		...withinTotal(rendered, distinct),
		...(mentions.length > maxMentions
			? [taggedNote("mentions", {}, `only the first ${maxMentions} are shown`)]
			: []),
	];
	return {
		parts: parts.map((part) => ({ type: "text", text: part })),
		...(command?.mode !== undefined && { mode: command.mode }),
	};
}

/** A prompt of an MCP server stands before what is mentioned, as a command does. */
function promptSources(text: string, { mcp = noMcp, signal }: ExpansionDeps): Source[] {
	if (!callsMcpPrompt(text)) return [];
	const render = () => expandMcpPrompt(text, mcp, signal);
	return [{ key: "mcp", tag: "mcp_prompt", name: {}, render }];
}

async function sourceOf(mention: Mention, deps: ExpansionDeps): Promise<Source> {
	switch (mention.kind) {
		case "path": {
			const target = await locatePath(mention.paths, deps);
			const path = target.kind === "refused" ? target.path : deps.displayPath(target.absolute);
			const tag = target.kind === "folder" ? "folder_content" : "file_content";
			return { key: `path ${path}`, tag, name: { path }, render: () => renderPath(target, deps) };
		}
		case "url": {
			const { url } = mention;
			return { key: `url ${url}`, tag: "url_content", name: { url }, render: () => renderUrl(url, deps) };
		}
		case "commit": {
			const { hash } = mention;
			return { key: hash, tag: "git_commit", name: { hash }, render: () => renderCommit(hash, deps) };
		}
		case "git_changes":
			return { key: "git", tag: "git_changes", name: {}, render: () => renderGitChanges(deps) };
		case "problems":
			return { key: "problems", tag: "problems", name: {}, render: () => renderProblems(deps) };
		case "terminal":
			return { key: "terminal", tag: "terminal_output", name: {}, render: () => renderTerminal(deps) };
	}
}

async function renderSafely({ tag, name, render }: Source, signal: AbortSignal): Promise<string> {
	try {
		return await render();
	} catch (error) {
		signal.throwIfAborted();
		const { message, hint } = toErrorInfo(error);
		// What could be called instead is for a command that was mistyped; a mention needs no advice.
		const note = tag === "mcp_prompt" && hint !== undefined ? `${message} ${hint}` : message;
		return taggedNote(tag, name, note);
	}
}

function withinTotal(rendered: readonly string[], sources: readonly Source[]): string[] {
	let left = maxTotalChars;
	return rendered.map((text, index) => {
		const source = sources[index];
		if (text.length <= left || !source) {
			left -= text.length;
			return text;
		}
		return taggedNote(source.tag, source.name, "left out: the message names more than fits");
	});
}
