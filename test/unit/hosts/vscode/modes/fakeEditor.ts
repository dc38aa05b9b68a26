import { vi } from "vitest";

/** The parts of `vscode` that the modes use, as `vi.mock` wants them. What a test steers or looks at is in `editor`. */
export function createFakeEditor() {
	const listeners = { trust: new Set<() => void>(), folders: new Set<() => void>() };
	const editor = {
		isTrusted: true,
		folders: [] as string[],
		/** what each dialog answers, in turn; a function is called while it is open */
		answers: [] as unknown[],
		/** what was shown: dialogs and messages */
		shown: [] as { readonly text: string; readonly detail: string; readonly buttons: readonly string[] }[],
		opened: [] as { readonly path: string; readonly line: number }[],
		/** marks by file */
		marks: new Map<
			string,
			{ readonly line: number; readonly message: string; readonly severity: number }[]
		>(),
		watchers: [] as { readonly base: string; readonly pattern: string; isDisposed: boolean; fire(): void }[],
		commands: new Map<string, () => unknown>(),
		trust() {
			editor.isTrusted = true;
			for (const listener of listeners.trust) listener();
		},
		changeFolders(folders: string[]) {
			editor.folders = folders;
			for (const listener of listeners.folders) listener();
		},
	};
	const on = (set: Set<() => void>) => (listener: () => void) => {
		set.add(listener);
		return { dispose: () => set.delete(listener) };
	};
	const show = async (text: string, ...rest: (string | { detail?: string })[]) => {
		const options = rest.find((each) => typeof each === "object");
		const buttons = rest.filter((each) => typeof each === "string");
		editor.shown.push({ text, detail: options?.detail ?? "", buttons });
		const answer = buttons.length === 0 ? undefined : editor.answers.shift();
		return typeof answer === "function" ? answer() : answer;
	};
	const watch = ({ base, pattern }: { base: { fsPath: string }; pattern: string }) => {
		const changed = new Set<() => void>();
		const fire = () => {
			for (const listener of changed) listener();
		};
		const watcher = { base: base.fsPath, pattern, isDisposed: false, fire };
		editor.watchers.push(watcher);
		const dispose = () => {
			watcher.isDisposed = true;
		};
		return { onDidCreate: on(new Set()), onDidChange: on(changed), onDidDelete: on(new Set()), dispose };
	};
	const uri = (path: string) => ({ fsPath: path, scheme: "file" });
	const vscode = {
		Uri: { file: uri },
		Range: class {
			constructor(readonly line: number) {}
		},
		RelativePattern: class {
			constructor(
				readonly base: object,
				readonly pattern: string,
			) {}
		},
		Diagnostic: class {
			source = "";
			constructor(
				readonly range: { line: number },
				readonly message: string,
				readonly severity: number,
			) {}
		},
		DiagnosticSeverity: { Error: 0, Information: 2 },
		EventEmitter: class {
			private readonly heard = new Set<() => void>();
			readonly event = on(this.heard);
			fire = () => {
				for (const listener of this.heard) listener();
			};
			dispose = () => this.heard.clear();
		},
		Disposable: {
			from: (...all: { dispose(): unknown }[]) => ({
				dispose: () => {
					for (const each of all) each.dispose();
				},
			}),
		},
		languages: {
			createDiagnosticCollection: () => ({
				clear: () => editor.marks.clear(),
				set: (
					{ fsPath }: { fsPath: string },
					marks: { range: { line: number }; message: string; severity: number }[],
				) => {
					const plain = marks.map(({ range, message, severity }) => ({
						line: range.line + 1,
						message,
						severity,
					}));
					editor.marks.set(fsPath, plain);
				},
				dispose: () => editor.marks.clear(),
			}),
		},
		commands: {
			registerCommand: (id: string, run: () => unknown) => {
				editor.commands.set(id, run);
				return { dispose: () => editor.commands.delete(id) };
			},
		},
		workspace: {
			get isTrusted() {
				return editor.isTrusted;
			},
			get workspaceFolders() {
				return editor.folders.map((folder) => ({ uri: uri(folder) }));
			},
			createFileSystemWatcher: watch,
			onDidGrantWorkspaceTrust: on(listeners.trust),
			onDidChangeWorkspaceFolders: on(listeners.folders),
			fs: {
				writeFile: async ({ fsPath }: { fsPath: string }, bytes: Uint8Array) => {
					const { writeFileSync } = await import("node:fs");
					writeFileSync(fsPath, bytes);
				},
			},
		},
		window: {
			showInformationMessage: vi.fn(show),
			showWarningMessage: vi.fn(show),
			showErrorMessage: vi.fn(show),
			showOpenDialog: async () => {
				const path = editor.answers.shift();
				return typeof path === "string" ? [uri(path)] : undefined;
			},
			showSaveDialog: async () => {
				const path = editor.answers.shift();
				return typeof path === "string" ? uri(path) : undefined;
			},
			/** answered by the label, or by the text of a plain item */
			showQuickPick: async (items: (string | { label: string })[]) => {
				const wanted = editor.answers.shift();
				return items.find((item) => (typeof item === "string" ? item : item.label) === wanted);
			},
			showTextDocument: async ({ fsPath }: { fsPath: string }, options: { selection: { line: number } }) => {
				editor.opened.push({ path: fsPath, line: options.selection.line + 1 });
			},
		},
	};
	return { editor, vscode };
}
