import { dirname, join } from "node:path";
import { ModeFiles, projectModeFileNames } from "@core/instructions/modes/ModeFiles";
import type { WaitingMode } from "@core/instructions/modes/resolveModes";
import type { FileProblem } from "@core/instructions/ProjectFiles";
import type { ModeConfig } from "@shared/modes";
import * as vscode from "vscode";
import { ModeConsentStore } from "../stores/ModeConsentStore";
import { ModeMarks } from "./ModeMarks";

/** The modes of the window's workspace and user, kept current by watchers. */
export interface ModeSource extends vscode.Disposable {
	/** absolute path of the user's modes file, whether it exists or not */
	readonly globalFile: string;
	/** local folders of the workspace, trusted or not */
	folders(): readonly string[];
	/** never throws */
	refresh(): Promise<void>;
	modes(): readonly ModeConfig[];
	problems(): readonly FileProblem[];
	waiting(): readonly WaitingMode[];
	/** The person agrees to what a waiting mode widens; it is used at once. */
	consent(hash: string): Promise<void>;
	/** modes, problems or what waits are other ones now */
	readonly onDidChange: vscode.Event<void>;
}

/** Begins to watch; the first `refresh` reads. In a workspace that is not trusted the project's files do not count. */
export function createModeSource(context: vscode.ExtensionContext): ModeSource {
	const globalFile = join(context.globalStorageUri.fsPath, "settings", "custom_modes.yaml");
	const consents = new ModeConsentStore(context.workspaceState);
	const roots = () => (vscode.workspace.isTrusted ? localFolders() : []);
	const files = new ModeFiles({ roots, globalFile, consents });
	const changed = new vscode.EventEmitter<void>();
	const marks = new ModeMarks();
	let announced = factsOf(files);
	const announce = () => {
		const facts = factsOf(files);
		if (facts.every((fact, index) => fact === announced[index])) return;
		announced = facts;
		marks.show(files.problemsByFile(), files.waiting());
		changed.fire();
	};
	const refresh = async () => {
		await files.refresh();
		announce();
	};
	const watchers = new ModeWatchers(globalFile, () => void refresh());
	return {
		globalFile,
		folders: localFolders,
		refresh,
		modes: () => files.modes(),
		problems: () => files.problems(),
		waiting: () => files.waiting(),
		consent: async (hash) => {
			await consents.grant(hash);
			announce();
		},
		onDidChange: changed.event,
		dispose: () => vscode.Disposable.from(watchers, marks, changed).dispose(),
	};
}

/** Each is the same object as long as nothing has changed. */
const factsOf = (files: ModeFiles): readonly unknown[] => [files.modes(), files.problems(), files.waiting()];

function localFolders(): string[] {
	return (vscode.workspace.workspaceFolders ?? [])
		.filter(({ uri }) => uri.scheme === "file")
		.map(({ uri }) => uri.fsPath);
}

/** Calls back when a modes file may have changed, and when the workspace's folders or its trust have. */
class ModeWatchers {
	private readonly standing: vscode.Disposable;
	private folders: vscode.Disposable;

	constructor(
		globalFile: string,
		private readonly onChange: () => void,
	) {
		this.folders = this.watchFolders();
		this.standing = vscode.Disposable.from(
			this.watch(dirname(globalFile), "custom_modes.{yaml,json}"),
			vscode.workspace.onDidGrantWorkspaceTrust(onChange),
			vscode.workspace.onDidChangeWorkspaceFolders(() => {
				this.folders.dispose();
				this.folders = this.watchFolders();
				onChange();
			}),
		);
	}

	dispose(): void {
		this.folders.dispose();
		this.standing.dispose();
	}

	private watchFolders(): vscode.Disposable {
		const pattern = `{${projectModeFileNames.join(",")}}`;
		return vscode.Disposable.from(...localFolders().map((folder) => this.watch(folder, pattern)));
	}

	private watch(folder: string, pattern: string): vscode.Disposable {
		const base = vscode.Uri.file(folder);
		const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(base, pattern));
		const { onChange } = this;
		return vscode.Disposable.from(
			watcher,
			watcher.onDidCreate(onChange),
			watcher.onDidChange(onChange),
			watcher.onDidDelete(onChange),
		);
	}
}
