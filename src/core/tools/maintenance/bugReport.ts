import { cutText } from "@services/files/LineCollector";
import { KilnError } from "@shared/errors";
import { version } from "../../../../package.json";
import type { TaskHandle } from "../BaseTool";
import { visibleText } from "../command/visibleText";

export const newIssueUrl = "https://github.com/kiln-agent/kiln/issues/new";

/** Servers and systems refuse longer addresses. */
const maxUrlChars = 8000;
const maxTitleChars = 200;
const cutMark = "\n\n… (the rest was cut: it is too long for an address)";

/** What an issue page would hold. Nothing but this goes into its address. */
export interface BugReport {
	readonly title: string;
	/** Markdown */
	readonly body: string;
}

/** What the model says of a bug, and what Kiln knows of its surroundings: version, host, model and system. */
export function createReport(title: string, description: string, task: TaskHandle): BugReport {
	const { model, toolFormat, host, mode } = task;
	const surroundings = [
		"\n\n---",
		`- Kiln ${version} in ${host.environment.hostName}, ${host.environment.platform}`,
		`- Model ${model.id} (tool format ${toolFormat}), mode ${mode.slug}`,
	].join("\n");
	return withinLimit(cleanTitle(title, task), clean(description, task).trim(), clean(surroundings, task));
}

/** As it is shown to the person, who may change it. */
export function reportText({ title, body }: BugReport): string {
	return `# ${title}\n\n${body}`;
}

/** The report that a person has made of its text; without a heading it keeps its title. */
export function changedReport(text: string, before: BugReport): BugReport {
	const normal = visibleText(text.replaceAll("\r\n", "\n"));
	const [, heading, rest] = /^\s*# +([^\n]*\S)[^\n]*\n?([\s\S]*)$/.exec(normal) ?? [];
	const body = (rest ?? normal).trim();
	if (body === "")
		throw new KilnError("invalid_message", "The bug report is empty.", "Describe the bug, or deny it.");
	return withinLimit(heading === undefined ? before.title : cutTitle(heading.trim()), body, "");
}

export function reportUrl({ title, body }: BugReport): string {
	return `${newIssueUrl}?${new URLSearchParams({ title, body })}`;
}

/** The longest beginning of the text with which the address stays within its limit; the tail is kept whole. */
function withinLimit(title: string, text: string, tail: string): BugReport {
	const whole = { title, body: text + tail };
	if (reportUrl(whole).length <= maxUrlChars) return whole;
	const cutAt = (chars: number) => ({ title, body: cutText(text, chars).trimEnd() + cutMark + tail });
	let [fits, tooLong] = [0, text.length];
	while (tooLong - fits > 1) {
		const middle = Math.floor((fits + tooLong) / 2);
		if (reportUrl(cutAt(middle)).length <= maxUrlChars) fits = middle;
		else tooLong = middle;
	}
	return cutAt(fits);
}

function cleanTitle(title: string, task: TaskHandle): string {
	return cutTitle(clean(title, task).replace(/\s+/g, " ").trim());
}

function cutTitle(title: string): string {
	return title.length > maxTitleChars ? `${cutText(title, maxTitleChars - 1)}…` : title;
}

/** Home directories name their owner. Invisible characters are shown: what is read is what is sent. */
function clean(text: string, { host }: TaskHandle): string {
	const { homeDir } = host.environment;
	const withoutHome = homeDir.length > 1 ? text.replaceAll(homeDir, "~") : text;
	return visibleText(withoutHome.replaceAll("\r\n", "\n").replace(anyHome, "~"));
}

/** `/home/me`, `/Users/me`, `C:\Users\me` */
const anyHome = /(?:[a-z]:)?[\\/]+(?:home|Users)[\\/]+[^\\/\s"'`:;,)\]}>]+/gi;
