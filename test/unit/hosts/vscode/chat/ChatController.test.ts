import { noProjectFiles, type ProjectFiles } from "@core/instructions/ProjectFiles";
import type { NewTask } from "@core/task/types";
import { minSeenMs } from "@hosts/vscode/chat/ApprovalWatch";
import { ChatController } from "@hosts/vscode/chat/ChatController";
import { ProviderSource } from "@hosts/vscode/chat/ProviderSource";
import { frameMs } from "@hosts/vscode/chat/Wire";
import { McpQuestions } from "@hosts/vscode/mcp/McpQuestions";
import { ProfileStore } from "@hosts/vscode/stores/ProfileStore";
import { SettingsStore } from "@hosts/vscode/stores/SettingsStore";
import { WorkspaceMemory } from "@hosts/vscode/stores/WorkspaceMemory";
import type { TaskEventDraft } from "@shared/events";
import type { ChromeState, HostMessage } from "@shared/messages";
import { builtInModes } from "@shared/modes";
import { profileSchema } from "@shared/settings";
import type { Phase } from "@shared/task-view";
import type { Amendment } from "@shared/tools";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeMcp, serverState } from "../support/fakeMcp";
import { FakeTask } from "../support/fakeTask";
import { MemorySecrets, MemoryStore } from "../support/memoryStore";
import { createSilentLog } from "../support/silentLog";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const profile = profileSchema.parse({ id: "a", name: "A", provider: "openai", baseUrl: "https://a.example" });
/** as long as the first snapshot waits for the last task */
const graceMs = 500;
const send = (commandId: string, text = "Do it", taskId: string | null = null) => ({
	type: "send",
	commandId,
	taskId,
	text,
	images: [],
});

const asks = (callId: string): [TaskEventDraft, TaskEventDraft] => {
	const row = { icon: "edit", title: "Edit a", body: { kind: "none" } } as const;
	const call = { callId, name: "write_to_file", params: {}, source: "" };
	const approval = { kind: "approval", digest: "d", effects: [], reasons: [], row } as const;
	return [
		{ type: "tool_called", requestId: "r1", call, row },
		{ type: "approval_asked", approvalId: `ap-${callId}`, callId, ...approval, effects: [], reasons: [] },
	];
};

interface Circumstances {
	folder?: string | null;
	hasProfile?: boolean;
	secrets?: MemorySecrets;
	lastTaskId?: string;
	open?: () => Promise<FakeTask>;
	project?: Partial<ProjectFiles>;
}

async function setUp(circumstances: Circumstances = {}) {
	const { folder = "shop", hasProfile = true, secrets = new MemorySecrets(), lastTaskId } = circumstances;
	let openedFolder = folder;
	const open = circumstances.open ?? (() => Promise.reject(new Error("none")));

	const posted: HostMessage[] = [];
	const inputs: NewTask[] = [];
	const tasks: FakeTask[] = [];
	const tested: (string | undefined)[] = [];
	const phases: Phase[] = [];
	const store = new MemoryStore();
	const profiles = new ProfileStore(store, secrets);
	if (hasProfile) await profiles.save(profile, "sk-1");
	const edited = new Map<string, Amendment>();
	const editor = {
		openFile: vi.fn(),
		openDiff: vi.fn(),
		openExternal: vi.fn(),
		copy: vi.fn(),
		runCommand: vi.fn(),
		confirmNewTask: vi.fn(async () => false),
	};
	const picked = new Map<string, string>();
	const settings = new SettingsStore(store);
	const { mcp, hub } = createFakeMcp();
	const questions = new McpQuestions(async () => true);
	const chat = new ChatController({
		log: createSilentLog(),
		profiles,
		settings,
		project: { ...noProjectFiles(() => builtInModes), ...circumstances.project },
		waitingModes: () => 2,
		mcp,
		questions,
		findFiles: async (query) => [`src/${query}.ts`],
		memory: new WorkspaceMemory(new MemoryStore(lastTaskId ? { "kiln.lastTask": lastTaskId } : {})),
		provider: new ProviderSource(
			profiles,
			{ profileOf: (mode) => picked.get(mode), remember: async (...choice) => void picked.set(...choice) },
			() => Promise.reject(new Error("no provider here")),
			() => undefined,
		),
		tasks: {
			create: async (input) => {
				inputs.push(input);
				const task = new FakeTask(`t${tasks.length + 1}`);
				tasks.push(task);
				return task;
			},
			open,
		},
		editor: {
			...editor,
			openFile: async (...file) => Boolean(editor.openFile(...file)),
			openDiff: async (...call) => Boolean(editor.openDiff(...call)),
			amendmentOf: (callId) => edited.get(callId),
		},
		connections: {
			test: async (_, key) => {
				tested.push(key);
				return { ok: true, message: "Connected.", models: ["m"] };
			},
			findLocalServers: async () => [{ kind: "ollama", baseUrl: "http://127.0.0.1:11434/v1", models: [] }],
		},
		workspaceName: () => openedFolder,
		isTrusted: () => true,
		onState: ({ phase }) => void phases.push(phase),
		version: "1.2.3",
	});
	chat.connect((message) => void posted.push(message));
	const isReady = chat.receive({ type: "ready" });
	await vi.advanceTimersByTimeAsync(graceMs);
	await isReady;
	/** the chrome as the UI knows it after the next frame */
	const chrome = async (): Promise<ChromeState> => {
		await vi.advanceTimersByTimeAsync(frameMs);
		const last = posted.findLast((message) => message.type === "chrome" || message.type === "snapshot");
		if (!last || !("chrome" in last)) throw new Error("No chrome was posted.");
		return last.chrome;
	};
	return {
		openFolder: (name: string) => {
			openedFolder = name;
		},
		chat,
		mcp,
		hub,
		questions,
		posted,
		inputs,
		tasks,
		tested,
		profiles,
		settings,
		editor,
		edited,
		phases,
		chrome,
	};
}

describe("ChatController", () => {
	it("answers `ready` with a snapshot of everything beside the task", async () => {
		const { posted } = await setUp();
		expect(posted).toMatchObject([
			{
				type: "snapshot",
				header: null,
				chrome: { mode: "code", profileId: "a", workspaceName: "shop", isTrusted: true, version: "1.2.3" },
			},
		]);
		expect(JSON.stringify(posted)).not.toContain("sk-1");
	});

	it("names the next step when no folder is open", async () => {
		const { chat, inputs, chrome, openFolder } = await setUp({ folder: null });
		expect((await chrome()).problem).toMatchObject({ message: "No folder is open." });
		await chat.receive(send("1"));
		expect(inputs).toEqual([]);
		expect((await chrome()).problem?.hint).toContain("Open a folder");
		// VS Code may know a workspace's folders a little later than the view opens.
		openFolder("shop");
		chat.refresh();
		expect((await chrome()).problem).toBeUndefined();
	});

	it("names the next step when no model is connected, until something works", async () => {
		const { chat, inputs, chrome } = await setUp({ hasProfile: false });
		await chat.receive(send("1"));
		expect(inputs).toEqual([]);
		expect((await chrome()).problem).toMatchObject({ message: "No model is connected." });
		await chat.receive({ type: "save_profile", replyTo: "r", profile, key: "sk-1" });
		expect((await chrome()).problem).toBeUndefined();
		await chat.receive(send("1"));
		expect(inputs).toHaveLength(1);
	});

	it("starts the task in the mode that was chosen for it", async () => {
		const { chat, inputs, chrome } = await setUp();
		await chat.receive({ type: "set_mode", mode: "ask" });
		expect((await chrome()).mode).toBe("ask");
		await chat.receive(send("1"));
		expect(inputs).toMatchObject([{ text: "Do it", mode: "ask" }]);
	});

	it("switches the mode of the open task", async () => {
		const { chat, tasks, chrome } = await setUp();
		await chat.receive(send("1"));
		await chat.receive({ type: "set_mode", mode: "debug" });
		expect(tasks[0]?.asked.at(-1)).toBe("mode debug");
		tasks[0]?.say({ type: "mode_switched", from: "code", to: "debug", by: "user" });
		expect((await chrome()).mode).toBe("debug");
	});

	it("refuses a mode that does not exist", async () => {
		const { chat, chrome } = await setUp();
		await chat.receive({ type: "set_mode", mode: "root" });
		expect(await chrome()).toMatchObject({ mode: "code", problem: { message: 'There is no mode "root".' } });
	});

	it("cycles through the modes", async () => {
		const { chat, chrome } = await setUp();
		await chat.cycleMode();
		expect((await chrome()).mode).toBe("ask");
	});

	it("tests with the stored key only at the stored address", async () => {
		const { chat, posted, tested } = await setUp();
		const test = (changes: object) => ({
			type: "test_profile",
			replyTo: "r",
			profile: { ...profile, ...changes },
		});
		await chat.receive(test({ model: "other" }));
		await chat.receive(test({ baseUrl: "https://evil.example" }));
		await chat.receive({ ...test({}), key: "sk-typed" });
		expect(tested).toEqual(["sk-1", undefined, "sk-typed"]);
		expect(posted.at(-1)).toMatchObject({ type: "reply", replyTo: "r", ok: true, models: ["m"] });
	});

	it("plays the demo without a key", async () => {
		const { chat, inputs, chrome } = await setUp({ hasProfile: false });
		await chat.receive({ type: "start_demo" });
		expect(inputs).toHaveLength(1);
		expect(await chrome()).toMatchObject({ profileId: "demo", profiles: [{ isDemo: true, hasKey: false }] });
	});

	it("settles the oldest open approval by key, and nothing without one", async () => {
		const { chat, tasks, phases } = await setUp();
		chat.decide("approve");
		await chat.receive(send("1"));
		for (const event of asks("c1")) tasks[0]?.say(event);
		expect(phases.at(-1)).toBe("awaiting_approval");
		vi.advanceTimersByTime(minSeenMs);
		chat.decide("deny");
		expect(tasks[0]?.asked.at(-1)).toBe("settle ap-c1 deny");
	});

	it("settles by key what the screen shows of a proposal, and nothing when nothing is kept", async () => {
		const { chat, tasks } = await setUp();
		await chat.receive(send("1"));
		for (const event of asks("c1")) tasks[0]?.say(event);
		vi.advanceTimersByTime(minSeenMs);
		const amend = (kept: readonly number[]) =>
			chat.receive({ type: "amend", approvalId: "ap-c1", amendment: { kind: "hunks", kept } });
		await amend([]);
		chat.decide("approve");
		expect(tasks[0]?.asked).toEqual(["run"]);
		await amend([1]);
		chat.decide("approve");
		expect(tasks[0]?.asked.at(-1)).toBe('settle ap-c1 approve {"kind":"hunks","kept":[1]}');
		await chat.receive({ type: "ready" });
		chat.decide("approve");
		expect(tasks[0]?.asked.at(-1)).toBe("settle ap-c1 approve");
	});

	it("approves what was changed in the editor, and nothing that was changed in two places", async () => {
		const { chat, tasks, edited, posted, chrome } = await setUp();
		await chat.receive(send("1"));
		for (const event of asks("c1")) tasks[0]?.say(event);
		edited.set("c1", { kind: "files", files: [{ path: "/w/a.ts", text: "mine" }] });
		const amendment = { kind: "hunks", kept: [0] };
		const settle = { type: "settle", approvalId: "ap-c1", decision: "approve" };
		await chat.receive({ ...settle, amendment });
		expect(tasks[0]?.asked).toEqual(["run"]);
		expect((await chrome()).problem?.message).toContain("both on its card and in the editor");
		expect(posted.findLast(({ type }) => type === "reply")).toMatchObject({ replyTo: "ap-c1", ok: false });
		await chat.receive(settle);
		expect(tasks[0]?.asked.at(-1)).toContain('"kind":"files"');
		await chat.receive({ ...settle, decision: "deny" });
		expect(tasks[0]?.asked.at(-1)).toBe("settle ap-c1 deny");
	});

	it("settles nothing by command that came up only just now", async () => {
		const { chat, tasks } = await setUp();
		await chat.receive(send("1"));
		for (const event of [...asks("c1"), ...asks("c2")]) tasks[0]?.say(event);
		chat.decide("approve");
		vi.advanceTimersByTime(minSeenMs);
		chat.decide("approve");
		// The second card has been open as long, but only now is it the one that a command means.
		const given = {
			approvalId: "ap-c1",
			callId: "c1",
			decision: "approve",
			by: "user",
			digest: "d",
		} as const;
		tasks[0]?.say({ type: "approval_given", ...given });
		chat.decide("approve");
		expect(tasks[0]?.asked).toEqual(["run", "settle ap-c1 approve"]);
		vi.advanceTimersByTime(minSeenMs);
		chat.decide("approve");
		expect(tasks[0]?.asked.at(-1)).toBe("settle ap-c2 approve");
	});

	it("answers a message that it refuses, which may then be sent again", async () => {
		const { chat, posted, inputs } = await setUp({ hasProfile: false });
		await chat.receive(send("1"));
		const reply = { type: "reply", replyTo: "1", ok: false, message: "No model is connected." };
		expect(posted.at(-1)).toMatchObject({ ...reply, hint: expect.any(String) });
		await chat.receive({ type: "save_profile", replyTo: "r", profile, key: "sk-1" });
		await chat.receive(send("1"));
		expect(inputs).toHaveLength(1);
	});

	it.each([
		["a message", { type: "send", commandId: "id", taskId: null, images: [] }],
		["a decision", { type: "settle", approvalId: "id", decision: "answer" }],
		["a word on a limit", { type: "answer_limit", limitId: "id", decision: "continue" }],
	])("answers %s that is too long to be taken, and says so", async (_, command) => {
		const { chat, posted, chrome } = await setUp();
		await chat.receive({ ...command, text: "x".repeat(1_000_001) });
		expect(posted.at(-1)).toMatchObject({ type: "reply", replyTo: "id", ok: false });
		expect((await chrome()).problem?.message).toContain("Kiln cannot take this: text");
	});

	it("takes an answer as long as a message", async () => {
		const { chat, tasks } = await setUp();
		await chat.receive(send("1"));
		const text = "x".repeat(1_000_000);
		await chat.receive({ type: "settle", approvalId: "ap-c1", decision: "answer", text });
		expect(tasks[0]?.asked.at(-1)).toBe(`settle ap-c1 answer ${text}`);
	});

	it("asks before a new task takes the place of one at work, and only then", async () => {
		const { chat, tasks, editor } = await setUp();
		await chat.receive(send("1"));
		for (const event of asks("c1")) tasks[0]?.say(event);
		await chat.newTask();
		expect(tasks[0]?.asked).toEqual(["run"]);
		editor.confirmNewTask.mockResolvedValueOnce(true);
		await chat.newTask();
		expect(tasks[0]?.asked).toEqual(["run", "suspend"]);
		await chat.newTask();
		expect(editor.confirmNewTask).toHaveBeenCalledTimes(2);
	});

	it("plays one demo when it is asked for twice", async () => {
		const { chat, inputs, tasks } = await setUp({ hasProfile: false });
		await Promise.all([chat.receive({ type: "start_demo" }), chat.receive({ type: "start_demo" })]);
		expect(inputs).toHaveLength(1);
		expect(tasks[0]?.asked).toEqual(["run"]);
	});

	it("posts nothing to a view that was hidden while it said that it is up", async () => {
		const { chat, posted } = await setUp();
		const ready = chat.receive({ type: "ready" });
		chat.setVisible(false);
		await ready;
		await chat.receive(send("1"));
		const count = posted.length;
		chat.refresh();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(posted).toHaveLength(count);
		chat.setVisible(true);
		expect(posted.at(-1)).toMatchObject({ type: "head" });
	});

	it("posts nothing to a view that takes another one's place before that is up", async () => {
		const { chat, posted } = await setUp();
		await chat.receive(send("1"));
		const second: HostMessage[] = [];
		chat.connect((message) => void second.push(message));
		const count = posted.length;
		chat.refresh();
		await vi.advanceTimersByTimeAsync(5000);
		expect(second).toEqual([]);
		await chat.receive({ type: "ready" });
		expect(second).toMatchObject([{ type: "snapshot", header: { taskId: "t1" } }]);
		expect(posted).toHaveLength(count);
	});

	it("changes no permission but the one that was switched", async () => {
		const { chat, chrome } = await setUp();
		const set = (change: object) => chat.receive({ type: "set_auto_approve", change });
		await Promise.all([
			set({ kinds: { execute: { inside: true } } }),
			set({ allowCommands: ["npm test"] }),
			set({ kinds: { execute: { outside: true }, read: { inside: false } } }),
			set({ kinds: { execute: { inside: false } } }),
		]);
		expect((await chrome()).autoApprove).toEqual({
			kinds: { execute: { inside: false, outside: true }, read: { inside: false, outside: false } },
			allowCommands: ["npm test"],
			denyCommands: [],
		});
	});

	it("opens the last task even when the stored keys cannot be read", async () => {
		const secrets = new MemorySecrets();
		secrets.get = () => Promise.reject(new Error("keyring is locked"));
		const old = new FakeTask("old");
		const { posted } = await setUp({ secrets, lastTaskId: "old", open: async () => old });
		expect(old.isHeard).toBe(true);
		expect(posted.at(-1)).toMatchObject({ chrome: { problem: { message: expect.any(String) } } });
	});

	it("takes no message for a task that is not shown yet", async () => {
		let opened: (task: FakeTask) => void = () => undefined;
		const open = () =>
			new Promise<FakeTask>((resolve) => {
				opened = resolve;
			});
		const { chat, posted, chrome, inputs } = await setUp({ lastTaskId: "old", open });
		expect(posted).toMatchObject([{ type: "snapshot", header: null }]);
		expect((await chrome()).problem?.message).toBe("Opening the last task…");
		await chat.receive(send("1"));
		expect(posted.at(-1)).toMatchObject({ type: "reply", replyTo: "1", ok: false });
		const old = new FakeTask("old");
		opened(old);
		expect((await chrome()).problem).toBeUndefined();
		await chat.receive(send("1", "written before the task was shown"));
		expect(old.asked).toEqual([]);
		expect(posted.at(-1)).toMatchObject({ type: "reply", replyTo: "1", ok: false });
		await chat.receive(send("1", "Do it", "old"));
		expect(old.asked).toEqual([expect.stringContaining("send"), "run"]);
		expect(inputs).toEqual([]);
	});

	it("asks to choose a model when the one of the open task is removed", async () => {
		const { chat, profiles, chrome } = await setUp();
		await profiles.save({ ...profile, id: "b" });
		await chat.receive({ type: "delete_profile", profileId: "b" });
		expect(await chrome()).toMatchObject({ profileId: null, problem: { message: "No model is chosen." } });
	});

	it("opens no network path and no link but web and mail", async () => {
		const { chat, editor, chrome } = await setUp();
		await chat.receive({ type: "open_file", path: "\\\\evil\\share\\x" });
		await chat.receive({ type: "open_link", url: "command:workbench.action.terminal.new" });
		await chat.receive({ type: "open_link", url: "file:///etc/passwd" });
		expect(editor.openFile).not.toHaveBeenCalled();
		expect(editor.openExternal).not.toHaveBeenCalled();
		expect((await chrome()).problem?.message).toContain("does not open this link");
		await chat.receive({ type: "open_link", url: "https://example.com/?q=1" });
		expect(editor.openExternal).toHaveBeenCalledWith("https://example.com/?q=1");
	});

	it("picks a profile for the mode that is on, and shows each mode's own", async () => {
		const { chat, profiles, chrome } = await setUp();
		await profiles.save({ ...profile, id: "b" });
		await chat.receive({ type: "select_profile", profileId: "a" });
		await chat.receive({ type: "set_mode", mode: "ask" });
		await chat.receive({ type: "select_profile", profileId: "b" });
		expect((await chrome()).profileId).toBe("b");
		await chat.receive({ type: "set_mode", mode: "code" });
		expect((await chrome()).profileId).toBe("a");
	});

	it("shows a subtask with the way back, and goes back on request", async () => {
		const { chat, tasks, chrome } = await setUp();
		await chat.receive(send("1"));
		const child = new FakeTask("child");
		tasks[0]?.signal({ kind: "subtask", child });
		expect((await chrome()).parents).toEqual([{ taskId: "t1", title: "Do it" }]);
		await chat.receive({ type: "back_to_parent", taskId: "child" });
		expect((await chrome()).parents).toEqual([]);
		expect(tasks[0]?.asked.at(-1)).toBe("abandon");
	});

	it("lists modes, commands, rules and problems of the project's files", async () => {
		const review = {
			name: "review-pr",
			source: ".kilocode/workflows/review-pr.md",
			description: "Reviews",
			template: "",
		};
		const init = { name: "init", source: "built in", description: "Begins", template: "" };
		const { chrome } = await setUp({
			project: {
				workflows: () => [review, init],
				instructions: () => ({
					rules: [{ source: ".kilocode/rules/a.md", text: "secret words", isOn: false }],
					skills: [
						{ name: "pdf", description: "Reads PDFs", path: ".kilocode/skills/pdf/SKILL.md", isOn: true },
					],
				}),
				problems: () => [
					{ path: ".kilocodemodes", line: 3, error: { code: "invalid_settings", message: "No slug." } },
				],
			},
		});
		const state = await chrome();
		expect(state.commands.slice(0, 3)).toEqual([
			{ name: "review-pr", description: "Reviews", kind: "workflow" },
			{ name: "init", description: "Begins", kind: "built-in" },
			{ name: "architect", description: "Plan and design; edits Markdown only", kind: "mode" },
		]);
		expect(state.instructions).toEqual([
			{ source: ".kilocode/rules/a.md", kind: "rules", isOn: false },
			{ source: ".kilocode/skills/pdf/SKILL.md", kind: "skill", description: "pdf: Reads PDFs", isOn: true },
		]);
		expect(state.fileProblems).toEqual([{ path: ".kilocodemodes", line: 3, message: "No slug." }]);
		expect(state.waitingModes).toBe(2);
		expect(JSON.stringify(state)).not.toContain("secret words");
	});

	it("switches a rule off and on again, and keeps the others as they are", async () => {
		const { chat, settings } = await setUp();
		await chat.receive({ type: "set_instruction", source: "a.md", isOn: false });
		await chat.receive({ type: "set_instruction", source: "b.md", isOn: false });
		await chat.receive({ type: "set_instruction", source: "b.md", isOn: false });
		expect(settings.current().instructions.disabled).toEqual(["a.md", "b.md"]);
		await chat.receive({ type: "set_instruction", source: "a.md", isOn: true });
		expect(settings.current().instructions.disabled).toEqual(["b.md"]);
	});

	it("keeps options one by one", async () => {
		const { chat, chrome } = await setUp();
		await chat.receive({ type: "set_options", toolVocabulary: "cline" });
		await chat.receive({ type: "set_options", runSlashCommand: true });
		expect(await chrome()).toMatchObject({ toolVocabulary: "cline", runSlashCommand: true });
	});

	it("finds files and opens the project's modes", async () => {
		const { chat, posted, editor } = await setUp();
		await chat.receive({ type: "find_files", replyTo: "f1", query: "app" });
		expect(posted.at(-1)).toMatchObject({ type: "reply", replyTo: "f1", ok: true, paths: ["src/app.ts"] });
		await chat.receive({ type: "edit_modes" });
		await chat.receive({ type: "review_modes" });
		expect(editor.runCommand.mock.calls).toEqual([["kiln.editProjectModes"], ["kiln.reviewProjectModes"]]);
	});

	it("hands on which hunks were kept", async () => {
		const { chat, tasks } = await setUp();
		await chat.receive(send("1"));
		const amendment = { kind: "hunks", kept: [0, 2] };
		await chat.receive({ type: "settle", approvalId: "ap-c1", decision: "approve", amendment });
		expect(tasks[0]?.asked.at(-1)).toContain(JSON.stringify(amendment));
	});

	it("suspends the task when the window closes and posts nothing after that", async () => {
		const { chat, tasks, posted } = await setUp();
		await chat.receive(send("1"));
		await chat.suspend();
		expect(tasks[0]?.asked.at(-1)).toBe("suspend");
		const count = posted.length;
		chat.refresh();
		await vi.advanceTimersByTimeAsync(frameMs);
		expect(posted).toHaveLength(count);
	});

	it("says in the chrome what MCP servers want, and starts them once the chat is up", async () => {
		const { hub, mcp, chrome } = await setUp();
		expect(hub.start).toHaveBeenCalledTimes(1);
		hub.set([serverState({ status: "failed" })]);
		expect((await chrome()).mcp).toMatchObject({ total: 1, failed: 1 });
		expect(mcp.servers()).toHaveLength(1);
	});

	it("sends the list of MCP servers only while it is watched, also after a reload of the view", async () => {
		const { chat, hub, posted } = await setUp();
		const lists = () => posted.filter(({ type }) => type === "mcp").length;
		hub.set([serverState()]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(lists()).toBe(0);
		await chat.receive({ type: "mcp_watch", isOn: true });
		expect(lists()).toBe(1);
		await chat.receive({ type: "ready" });
		hub.set([]);
		await vi.advanceTimersByTimeAsync(1000);
		expect(lists()).toBe(1);
	});

	it("answers a command about MCP servers that failed, in place of the chat's own notice", async () => {
		const { chat, hub, posted, chrome } = await setUp();
		hub.restart.mockImplementation(() => {
			throw new Error("gone");
		});
		await chat.receive({ type: "mcp_restart", replyTo: "r", name: "weather" });
		expect(posted.at(-1)).toMatchObject({ type: "reply", replyTo: "r", ok: false, message: "gone" });
		expect((await chrome()).problem).toBeUndefined();
	});

	it("shows what a server asks, the oldest first, and takes the person's word", async () => {
		const { chat, questions, posted, chrome } = await setUp();
		const ask = (message: string) =>
			questions.ask("weather", { kind: "form", message, schema: { properties: {} } }, AbortSignal.any([]));
		const [first, second] = [ask("Where?"), ask("When?")];
		const shown = (await chrome()).mcpQuestion;
		expect(shown).toMatchObject({ server: "weather", message: "Where?" });
		const result = { action: "accept", content: { city: "Oslo" } };
		await chat.receive({ type: "mcp_answer", replyTo: "r", questionId: shown?.id, result });
		expect(await first).toEqual(result);
		const next = (await chrome()).mcpQuestion;
		expect(next).toMatchObject({ message: "When?" });
		await chat.receive({
			type: "mcp_answer",
			replyTo: "r2",
			questionId: next?.id,
			result: { action: "decline" },
		});
		expect(await second).toEqual({ action: "decline" });
		await chat.receive({ type: "mcp_answer", replyTo: "r3", questionId: next?.id, result });
		expect(posted.findLast(({ type }) => type === "reply")).toMatchObject({ replyTo: "r3", ok: false });
	});

	it("ends the MCP servers with the window", async () => {
		const { chat, hub } = await setUp();
		await chat.suspend();
		expect(hub.stop).toHaveBeenCalledTimes(1);
	});
});
