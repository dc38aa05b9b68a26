import type { ChatController } from "@hosts/vscode/chat/ChatController";
import { ChatViewProvider } from "@hosts/vscode/chat/ChatViewProvider";
import { describe, expect, it, vi } from "vitest";
import { createSilentLog } from "../support/silentLog";

interface Disposes {
	dispose(): void;
}

vi.mock("vscode", () => ({
	Disposable: {
		from: (...parts: Disposes[]) => ({ dispose: () => void parts.forEach((part) => void part.dispose()) }),
	},
	Uri: { joinPath: () => ({}) },
	env: { language: "en" },
}));

type View = Parameters<ChatViewProvider["resolveWebviewView"]>[0];

/** A view that throws like VS Code's once it is gone. */
function createView() {
	let isGone = false;
	let onMessage: (message: unknown) => unknown = () => undefined;
	let onDispose: () => void = () => undefined;
	const badges: unknown[] = [];
	const pages: string[] = [];
	const view = {
		visible: true,
		set badge(badge: unknown) {
			if (isGone) throw new Error("Webview is disposed");
			badges.push(badge);
		},
		webview: {
			options: {},
			cspSource: "csp",
			set html(page: string) {
				pages.push(page);
			},
			asWebviewUri: () => "uri",
			postMessage: async () => true,
			onDidReceiveMessage: (listener: typeof onMessage) => {
				onMessage = listener;
				return { dispose: () => undefined };
			},
		},
		onDidChangeVisibility: () => ({ dispose: () => undefined }),
		onDidDispose: (listener: () => void) => {
			onDispose = listener;
		},
	};
	const dispose = () => {
		isGone = true;
		onDispose();
	};
	return {
		view: view as unknown as View,
		badges,
		pages,
		dispose,
		say: (message: unknown) => onMessage(message),
	};
}

function createChat() {
	const disconnect = vi.fn();
	const chat = { connect: vi.fn(() => ({ dispose: disconnect })), receive: vi.fn(), setVisible: vi.fn() };
	return { ...chat, disconnect, controller: chat as unknown as ChatController };
}

const uri = {} as ConstructorParameters<typeof ChatViewProvider>[0];

describe("ChatViewProvider", () => {
	it("touches a view no more that is gone", async () => {
		const chat = createChat();
		const provider = new ChatViewProvider(uri, async () => chat.controller, createSilentLog());
		const { view, badges, dispose } = createView();
		await provider.resolveWebviewView(view);
		provider.showPhase("awaiting_approval");
		dispose();
		provider.showPhase("idle");
		expect(badges).toHaveLength(1);
		expect(chat.disconnect).toHaveBeenCalledOnce();
	});

	it("shows that Kiln waits in a view that comes later, too", async () => {
		const provider = new ChatViewProvider(uri, async () => createChat().controller, createSilentLog());
		provider.showPhase("awaiting_approval");
		const { view, badges } = createView();
		await provider.resolveWebviewView(view);
		expect(badges).toEqual([{ value: 1, tooltip: expect.any(String) }]);
	});

	it("does not connect a view that goes while the chat loads, nor lose the one that followed", async () => {
		const chat = createChat();
		const provider = new ChatViewProvider(uri, async () => chat.controller, createSilentLog());
		const [first, second] = [createView(), createView()];
		const resolved = provider.resolveWebviewView(first.view);
		const following = provider.resolveWebviewView(second.view);
		first.dispose();
		await Promise.all([resolved, following]);
		expect(chat.connect).toHaveBeenCalledOnce();
		provider.showPhase("awaiting_answer");
		expect(second.badges).toHaveLength(1);
	});

	it("connects with the next message when the chat could not be loaded", async () => {
		const chat = createChat();
		const load = vi.fn(async () => chat.controller).mockRejectedValueOnce(new Error("no such chunk"));
		const provider = new ChatViewProvider(uri, load, createSilentLog());
		const { view, pages, say } = createView();
		await provider.resolveWebviewView(view);
		expect(chat.connect).not.toHaveBeenCalled();
		provider.reload();
		expect(pages).toHaveLength(2);
		expect(pages[0]).not.toBe(pages[1]);
		await say({ type: "ready" });
		expect(chat.connect).toHaveBeenCalledOnce();
		expect(chat.receive).toHaveBeenCalledWith({ type: "ready" });
	});
});
