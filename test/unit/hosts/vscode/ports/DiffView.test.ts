import { DiffView } from "@hosts/vscode/ports/DiffView";
import { proposalUri } from "@hosts/vscode/ports/proposalUri";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** An editor that knows tabs only; opening one waits until the test lets it happen. */
const editor = vi.hoisted(() => {
	class TabInputTextDiff {
		constructor(
			readonly original: { query: string; scheme: string },
			readonly modified: { query: string; scheme: string },
		) {}
	}
	return {
		TabInputTextDiff,
		tabs: [] as { input: InstanceType<typeof TabInputTextDiff> }[],
		waiting: [] as (() => void)[],
		/** what the person has open: the right sides of proposals */
		documents: [] as {
			uri: { scheme: string; path: string };
			isDirty: boolean;
			getText(): string;
			save(): unknown;
		}[],
	};
});

vi.mock("vscode", () => ({
	TabInputTextDiff: editor.TabInputTextDiff,
	EventEmitter: class {
		readonly event = () => undefined;
		fire() {}
		dispose() {}
	},
	Disposable: { from: () => ({ dispose: () => undefined }) },
	Uri: {
		from: (parts: { scheme: string; path: string; query: string }) => ({
			...parts,
			toString: () => `${parts.scheme}:${parts.path}?${parts.query}`,
		}),
	},
	FileChangeType: { Changed: 1 },
	workspace: {
		registerTextDocumentContentProvider: () => ({ dispose: () => undefined }),
		registerFileSystemProvider: () => ({ dispose: () => undefined }),
		get textDocuments() {
			return editor.documents;
		},
	},
	commands: {
		executeCommand: async (_: string, left: UriParts, right: UriParts) => {
			await new Promise<void>((resolve) => editor.waiting.push(resolve));
			editor.tabs.push({ input: new editor.TabInputTextDiff(left, right) });
		},
	},
	window: {
		onDidChangeTextEditorSelection: () => ({ dispose: () => undefined }),
		tabGroups: {
			get all() {
				return [{ tabs: editor.tabs }];
			},
			close: async (closed: readonly object[]) => {
				editor.tabs = editor.tabs.filter((tab) => !closed.includes(tab));
			},
		},
	},
}));

interface UriParts {
	query: string;
	scheme: string;
}

const edit = (callId: string) => ({ callId, title: callId, path: "/w/a.ts", before: "", after: "x" });
const openCalls = () => editor.tabs.map(({ input }) => input.modified.query.split("&")[0]);
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function letOpen(): Promise<void> {
	await settle();
	for (const open of editor.waiting.splice(0)) open();
	await settle();
}

beforeEach(() => {
	editor.tabs = [];
	editor.waiting = [];
	editor.documents = [];
});

describe("DiffView", () => {
	it("leaves no tab of a call that ends while its tab opens", async () => {
		const view = new DiffView();
		const shown = view.show(edit("c1"));
		await settle();
		const closed = view.close("c1");
		await letOpen();
		await Promise.all([shown, closed]);
		expect(openCalls()).toEqual([]);
	});

	it("does not open what was closed before its turn", async () => {
		const view = new DiffView();
		const all = [view.show(edit("c1")), view.show(edit("c2")), view.close("c2")];
		await letOpen();
		await Promise.all(all);
		expect(editor.waiting).toEqual([]);
		expect(openCalls()).toEqual([]);
	});

	it("shows one edit at a time, and an edit again after it was closed", async () => {
		const view = new DiffView();
		for (const callId of ["c1", "c2"]) {
			const shown = view.show(edit(callId));
			await letOpen();
			await shown;
		}
		expect(openCalls()).toEqual(["c2"]);
		const all = [view.close("c2"), view.show(edit("c2"))];
		await letOpen();
		await Promise.all(all);
		expect(openCalls()).toEqual(["c2"]);
	});

	it("closes its tabs with the window, also one that is just opening", async () => {
		const view = new DiffView();
		const shown = view.show(edit("c1"));
		await settle();
		view.dispose();
		await letOpen();
		await shown;
		expect(openCalls()).toEqual([]);
	});
});

describe("a proposal that is changed in the editor", () => {
	const proposed = { callId: "c1", title: "c1", path: "/w/a.ts", before: "a\n", after: "b\n" };
	const opened = (place: typeof proposed, text: string, isDirty = true) => {
		const uri = proposalUri(place, "after");
		const saved: string[] = [];
		editor.documents.push({ uri, isDirty, getText: () => text, save: () => saved.push(text) });
		return saved;
	};

	it("is an amendment, one text a file", async () => {
		const view = new DiffView();
		const other = { ...proposed, path: "/w/other.ts" };
		void view.show(proposed);
		void view.show(other);
		opened(proposed, "b\nmine\n");
		opened(other, "b\n");
		expect(view.amendmentOf("c1")).toEqual({
			kind: "files",
			files: [{ path: "/w/a.ts", text: "b\nmine\n" }],
		});
		expect(view.amendmentOf("c2")).toBeUndefined();
	});

	it("is none when only its line ends are others", () => {
		const view = new DiffView();
		void view.show(proposed);
		opened(proposed, "b\r\n");
		expect(view.amendmentOf("c1")).toBeUndefined();
	});

	it("is saved into memory before its tab is closed, so that nobody is asked", async () => {
		const view = new DiffView();
		const showing = view.show(proposed);
		await letOpen();
		await showing;
		const saved = opened(proposed, "mine\n");
		await view.close("c1");
		expect(saved).toEqual(["mine\n"]);
		expect(openCalls()).toEqual([]);
	});
});
