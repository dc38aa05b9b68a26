import { TerminalFold } from "@services/terminal/TerminalFold";
import { byteSuffix } from "@services/terminal/textCuts";
import type { Diagnostic } from "@shared/host";
import type { ExpansionDeps } from "./ExpansionDeps";
import { tagged, taggedNote } from "./tagged";

const maxProblems = 200;
const maxMessageChars = 500;
const maxTerminalBytes = 50 * 1024;
const severities: readonly Diagnostic["severity"][] = ["error", "warning", "info", "hint"];

/** What the editor's languages report, the worst first. */
export function renderProblems({ host, project, displayPath }: ExpansionDeps): string {
	const visible = host.diagnostics.list().filter(({ path }) => !project.isIgnored(path));
	if (visible.length === 0) return taggedNote("problems", {}, "none are reported");
	const sorted = [...visible].sort(
		(a, b) =>
			severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
			a.path.localeCompare(b.path) ||
			a.line - b.line,
	);
	const lines = sorted.slice(0, maxProblems).map(({ path, line, column, severity, message, source }) => {
		const text = message.replace(/\s+/g, " ").trim().slice(0, maxMessageChars);
		return `${displayPath(path)}:${line}:${column} ${severity}${source ? ` (${source})` : ""}: ${text}`;
	});
	const more = sorted.length - lines.length;
	return tagged("problems", { note: more > 0 ? `${more} more are left out` : undefined }, lines.join("\n"));
}

/** The last command of the person's own terminal, as far as the host knows it. */
export function renderTerminal({ host }: ExpansionDeps): string {
	const output = host.terminals.activeOutput?.();
	if (!output) return taggedNote("terminal_output", {}, "no terminal output is known: paste it");
	const fold = new TerminalFold();
	const text = `${fold.push(output.text)}${fold.finish()}`.trim();
	const shown = byteSuffix(text, maxTerminalBytes);
	const note = shown.length < text.length ? "the beginning is left out" : undefined;
	if (shown === "") return taggedNote("terminal_output", { title: output.title }, "empty");
	return tagged("terminal_output", { title: output.title, note }, shown);
}
