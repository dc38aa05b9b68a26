import { JsonRenderer, QuietRenderer, TextRenderer } from "@hosts/terminal/CliRenderer";
import type { EventOf, TaskEvent, TaskEventDraft } from "@shared/events";
import type { ToolBody } from "@shared/tools";
import { describe, expect, it } from "vitest";

const clear = "\u001b[2J";
const bidi = "\u202e";

function eventOf(draft: TaskEventDraft): TaskEvent {
	return { v: 1, seq: 1, parent: 0, at: 0, taskId: "t", ...draft };
}

type Asked = Partial<Pick<EventOf<"approval_asked">, "effects" | "reasons" | "kind">>;

function asked(title: string, body: ToolBody, more: Asked = {}): TaskEvent {
	return eventOf({
		type: "approval_asked",
		approvalId: "a",
		callId: "c",
		kind: "approval",
		digest: "",
		effects: [],
		reasons: [],
		row: { icon: "terminal", title, body },
		...more,
	});
}

function shown(...events: readonly TaskEvent[]): string {
	let text = "";
	const renderer = new TextRenderer((piece) => {
		text += piece;
	}, false);
	for (const event of events) renderer.show({ kind: "event", event });
	return text;
}

describe("an approval in the text renderer", () => {
	it("shows the whole command, where it runs and why it asks", () => {
		const command = `echo start\n${"x".repeat(300)}\nrm -rf build`;
		const body: ToolBody = { kind: "terminal", command, cwd: "packages/app", output: "" };
		const text = shown(asked("Run `echo start …`", body, { reasons: ["it deletes files"] }));
		expect(text).toBe(
			`? Run \`echo start …\`\n  $ echo start\n    ${"x".repeat(300)}\n    rm -rf build\n  in packages/app\n  Asks because: it deletes files\n`,
		);
	});

	it("shows a command that is too long for its card to the end", () => {
		const command = `${"#".repeat(30_000)}\nrm -rf build`;
		const body: ToolBody = { kind: "terminal", command: command.slice(0, 20_000), cwd: ".", output: "" };
		const text = shown(asked("Run", body, { effects: [{ effect: { kind: "execute", command, cwd: "." } }] }));
		expect(text).toContain("    rm -rf build\n");
	});

	it("shows a carriage return in a command", () => {
		const command = "rm -rf .\r\necho harmless";
		const body: ToolBody = { kind: "terminal", command, cwd: ".", output: "" };
		expect(shown(asked("Run", body))).toContain("rm -rf .⟨U+000D⟩\n");
	});

	it.each<[string, TaskEvent]>([
		["a title", asked(`Edit ${clear}${bidi}`, { kind: "none" })],
		["a command", asked("Run", { kind: "terminal", command: `ls ${clear}${bidi}`, cwd: ".", output: "" })],
		["a folder", asked("Run", { kind: "terminal", command: "ls", cwd: `${clear}${bidi}`, output: "" })],
		["a reason", asked("Run", { kind: "none" }, { reasons: [`${clear}${bidi}`] })],
		["a list of files", asked("Look", { kind: "files", files: [{ path: `${clear}${bidi}` }] })],
		["a text", asked("Switch", { kind: "text", text: `${clear}${bidi}` })],
		[
			"a diff",
			asked("Edit", {
				kind: "diff",
				files: [{ path: "a", diff: `+${clear}${bidi}`, added: 1, removed: 0, operation: "modify" }],
			}),
		],
		["a question", asked("Question", { kind: "question", question: `${clear}${bidi}`, suggestions: [] })],
		[
			"a suggestion",
			asked("Question", { kind: "question", question: "?", suggestions: [{ text: `${clear}${bidi}` }] }),
		],
		["a stop", eventOf({ type: "aborted", reason: `${clear}${bidi}` })],
		["a result", eventOf({ type: "completed", by: "tool", text: `${clear}${bidi}` })],
	])("lets %s neither steer the terminal nor turn the writing", (_name, event) => {
		const text = shown(event);
		expect(text).toContain("⟨U+001B⟩");
		expect(text).toContain("⟨U+202E⟩");
		expect(text).not.toContain("\u001b");
		expect(text).not.toContain(bidi);
	});

	it("keeps a title on one line: its second one could look like another step", () => {
		expect(shown(asked("Edit a\n✓ Read b", { kind: "none" }))).toBe("? Edit a ⏎ ✓ Read b\n");
	});

	it("keeps tabs, line breaks and Windows line ends readable in a diff", () => {
		const file = { path: "a", added: 1, removed: 1, operation: "modify" } as const;
		const text = shown(asked("Edit a", { kind: "diff", files: [{ ...file, diff: "-\ta\r\n+\tb\r\n" }] }));
		expect(text).toContain("  -\ta\n  +\tb\n");
	});
});

describe("streamed text", () => {
	it.each(["text", "reasoning", "tool_output"] as const)("of kind %s steers nothing", (block) => {
		let text = "";
		const renderer = new TextRenderer((piece) => {
			text += piece;
		}, false);
		const live = { type: "delta", taskId: "t", blockId: "b", block, offset: 0 } as const;
		renderer.show({ kind: "live", live: { ...live, text: `a\n\tb${clear}` } });
		expect(text).toBe("a\n\tb⟨U+001B⟩[2J");
	});

	it("has Kiln's own colours around it only", () => {
		let text = "";
		const renderer = new TextRenderer((piece) => {
			text += piece;
		}, true);
		renderer.show({ kind: "event", event: eventOf({ type: "aborted", reason: `no${clear}` }) });
		expect(text).toBe("\u001b[33mno⟨U+001B⟩[2J\u001b[39m\n");
	});
});

describe("the other renderers", () => {
	const event = eventOf({ type: "completed", by: "tool", text: `done${clear}` });

	it("--quiet: a program gets the result as it is, a terminal without what would steer it", () => {
		const texts: string[] = [];
		for (const isTerminal of [false, true])
			new QuietRenderer((text) => texts.push(text), isTerminal).show({ kind: "event", event }, true);
		expect(texts).toEqual([`done${clear}\n`, "done⟨U+001B⟩[2J\n"]);
	});

	it("--json is exact", () => {
		const texts: string[] = [];
		new JsonRenderer((text) => texts.push(text)).show({ kind: "event", event });
		expect(texts.map((text) => JSON.parse(text))).toEqual([event]);
	});
});
