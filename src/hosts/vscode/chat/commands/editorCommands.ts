import { KilnError } from "@shared/errors";
import type { LogPort } from "@shared/host";
import type { Amendment } from "@shared/tools";
import type { CommandHandlers } from "../CommandDispatcher";

type EditorCommands = Pick<
	CommandHandlers,
	"open_file" | "open_diff" | "open_link" | "copy" | "edit_modes" | "review_modes" | "ui_error"
>;

/** What the chat asks of the editor around it. */
export interface EditorActions {
	/** false: there is no such file */
	openFile(path: string, line: number | undefined): Promise<boolean>;
	/** false: nothing is known of the call's edit any more */
	openDiff(callId: string): Promise<boolean>;
	/** what the person has made of a call's proposal in the editor's diff */
	amendmentOf(callId: string): Amendment | undefined;
	openExternal(url: string): Promise<void>;
	copy(text: string): Promise<void>;
	/** a task is at work: whether the person wants another one all the same */
	confirmNewTask(): Promise<boolean>;
	runCommand(command: "kiln.editProjectModes" | "kiln.reviewProjectModes"): Promise<void>;
}

const linkProtocols = new Set(["http:", "https:", "mailto:"]);

/** Commands that leave the task alone and only move the person around. */
export function createEditorCommands(editor: EditorActions, log: LogPort): EditorCommands {
	return {
		open_file: ({ path, line }) => openFile(editor, path, line),
		open_diff: ({ callId }) => openDiff(editor, callId),
		open_link: ({ url }) => openLink(editor, url),
		copy: ({ text }) => editor.copy(text),
		edit_modes: () => editor.runCommand("kiln.editProjectModes"),
		review_modes: () => editor.runCommand("kiln.reviewProjectModes"),
		ui_error: ({ message }) => log.error(`In the chat view: ${message}`),
	};
}

async function openFile(editor: EditorActions, path: string, line: number | undefined): Promise<void> {
	// A network path would hand the user's Windows credentials to whoever wrote it.
	if (/^[\\/]{2}/.test(path)) {
		throw new KilnError("path_refused", `Kiln does not open network paths: ${path}`);
	}
	if (await editor.openFile(path, line)) return;
	throw new KilnError("path_not_found", `There is no file ${path}.`, "It may have been moved or deleted.");
}

async function openDiff(editor: EditorActions, callId: string): Promise<void> {
	if (await editor.openDiff(callId)) return;
	throw new KilnError("path_not_found", "This edit is no longer open.", "The card shows what changed.");
}

async function openLink(editor: EditorActions, url: string): Promise<void> {
	const protocol = URL.canParse(url) ? new URL(url).protocol : "";
	if (!linkProtocols.has(protocol)) {
		throw new KilnError(
			"invalid_url",
			`Kiln does not open this link: ${url}`,
			"Only web and mail links open.",
		);
	}
	await editor.openExternal(url);
}
