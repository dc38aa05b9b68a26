import type { NewTask } from "@core/task/types";
import { ChatController } from "@hosts/vscode/chat/ChatController";
import { ProviderSource } from "@hosts/vscode/chat/ProviderSource";
import { frameMs } from "@hosts/vscode/chat/Wire";
import { ProfileStore } from "@hosts/vscode/stores/ProfileStore";
import { SettingsStore } from "@hosts/vscode/stores/SettingsStore";
import { WorkspaceMemory } from "@hosts/vscode/stores/WorkspaceMemory";
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
const send = (commandId: string, text = "Do it") => ({ type: "send", commandId, text, images: [] });

async function setUp({ folder = "shop" as string | null, hasProfile = true } = {}) {
	const posted: HostMessage[] = [];
	const inputs: NewTask[] = [];
	const tasks: FakeTask[] = [];
	const tested: (string | undefined)[] = [];
	const phases: Phase[] = [];
	const store = new MemoryStore();
	const profiles = new ProfileStore(store, new MemorySecrets());
	if (hasProfile) await profiles.save(profile, "sk-1");
	const editor = { openFile: vi.fn(), openDiff: vi.fn(), openExternal: vi.fn(), copy: vi.fn() };
	const chat = new ChatController({
		log: createSilentLog(),
		profiles,
		settings: new SettingsStore(store),
		memory: new WorkspaceMemory(new MemoryStore()),
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
			open: () => Promise.reject(new Error("none")),
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
	await chat.receive({ type: "ready" });
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
		const row = { icon: "edit", title: "Edit a", body: { kind: "none" } } as const;
		const call = { callId: "c1", name: "write_to_file", params: {}, source: "" };
		tasks[0]?.say({ type: "tool_called", requestId: "r1", call, row });
		const asked = { kind: "approval", digest: "d", effects: [], reasons: [] } as const;
		tasks[0]?.say({
			type: "approval_asked",
			approvalId: "ap1",
			callId: "c1",
			...asked,
			effects: [],
			reasons: [],
			row,
		});
		expect(phases.at(-1)).toBe("awaiting_approval");
		chat.decide("deny");
		expect(tasks[0]?.asked.at(-1)).toBe("settle ap1 deny");
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
