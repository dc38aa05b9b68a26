import type { NewTask } from "@core/task/types";
import { minSeenMs } from "@hosts/vscode/chat/ApprovalWatch";
import { ChatController } from "@hosts/vscode/chat/ChatController";
import { ProviderSource } from "@hosts/vscode/chat/ProviderSource";
import { frameMs } from "@hosts/vscode/chat/Wire";
import { ProfileStore } from "@hosts/vscode/stores/ProfileStore";
import { SettingsStore } from "@hosts/vscode/stores/SettingsStore";
import { WorkspaceMemory } from "@hosts/vscode/stores/WorkspaceMemory";
import type { TaskEventDraft } from "@shared/events";
import type { ChromeState, HostMessage } from "@shared/messages";
import { profileSchema } from "@shared/settings";
import type { Phase } from "@shared/task-view";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeTask } from "../support/fakeTask";
import { MemorySecrets, MemoryStore } from "../support/memoryStore";
import { createSilentLog } from "../support/silentLog";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const profile = profileSchema.parse({ id: "a", name: "A", provider: "openai", baseUrl: "https://a.example" });
/** as long as the first snapshot waits for the last task */
const graceMs = 500;
const send = (commandId: string, text = "Do it") => ({ type: "send", commandId, text, images: [] });

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
}

async function setUp(circumstances: Circumstances = {}) {
	const { folder = "shop", hasProfile = true, secrets = new MemorySecrets(), lastTaskId } = circumstances;
	const open = circumstances.open ?? (() => Promise.reject(new Error("none")));

	const posted: HostMessage[] = [];
	const inputs: NewTask[] = [];
	const tasks: FakeTask[] = [];
	const tested: (string | undefined)[] = [];
	const phases: Phase[] = [];
	const store = new MemoryStore();
	const profiles = new ProfileStore(store, secrets);
	if (hasProfile) await profiles.save(profile, "sk-1");
	const editor = { openFile: vi.fn(), openDiff: vi.fn(), openExternal: vi.fn(), copy: vi.fn() };
	const chat = new ChatController({
		log: createSilentLog(),
		profiles,
		settings: new SettingsStore(store),
		memory: new WorkspaceMemory(new MemoryStore(lastTaskId ? { "kiln.lastTask": lastTaskId } : {})),
		provider: new ProviderSource(
			profiles,
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
		},
		connections: {
			test: async (_, key) => {
				tested.push(key);
				return { ok: true, message: "Connected.", models: ["m"] };
			},
			findLocalServers: async () => [{ kind: "ollama", baseUrl: "http://127.0.0.1:11434/v1", models: [] }],
		},
		workspaceName: () => folder,
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
	return { chat, posted, inputs, tasks, tested, profiles, editor, phases, chrome };
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
		const { chat, inputs, chrome } = await setUp({ folder: null });
		expect((await chrome()).problem).toMatchObject({ message: "No folder is open." });
		await chat.receive(send("1"));
		expect(inputs).toEqual([]);
		expect((await chrome()).problem?.hint).toContain("Open a folder");
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
		await chat.receive(send("1"));
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
});
