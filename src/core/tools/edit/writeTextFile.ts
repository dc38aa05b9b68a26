import type { Stats } from "node:fs";
import { decode } from "@services/files/encoding";
import { KilnError } from "@shared/errors";
import type { OpenDocument } from "@shared/host";
import type { TaskHandle } from "../BaseTool";
import { changed, checkUnchanged, type UnchangedFile } from "./checkUnchanged";
import { decodeText, encodeText, splitBom } from "./decodeText";
import { diskWrite } from "./diskWrite";
import { ioError } from "./ioError";
import { type FileStamp, readBytes } from "./TextFile";

/**
 * The writing half of the edit pipeline: writes only if the file is still the one that was read and approved, else
 * throws `file_changed` and leaves every byte as it is.
 */
export interface WrittenFile {
	/** the editor changed the text while saving it (format on save) */
	readonly isReformatted: boolean;
	/** Puts back what was there. Throws when somebody has changed the file since. */
	undo(): Promise<void>;
}

/** A write and its way back; `before` and `after` without BOM, null: no file. */
export interface WriteStep {
	readonly before: string | null;
	readonly after: string | null;
	/** resolves with whether the editor changed the text while saving it */
	run(): Promise<boolean>;
	undo(): Promise<void>;
}

/**
 * `text` has no BOM; the file's own is put back. `source` is the file that moves here: BOM, encoding and mode come from
 * it.
 */
export async function writeTextFile(
	file: FileStamp,
	text: string,
	task: TaskHandle,
	source?: FileStamp,
): Promise<WrittenFile> {
	task.signal.throwIfAborted();
	const found = await checkUnchanged(file, task);
	if (found.document) return carryOut(documentWrite(found.document, text, task), file, task);
	const model = source ? await checkUnchanged(source, task) : found;
	const after = encodeText(text, model);
	return carryOut(closedWrite(file, found, { text, bytes: after }, task, model.location.stats), file, task);
}

/** Removes the file itself: through a link nothing is ever removed. */
export async function deleteTextFile(file: FileStamp, task: TaskHandle): Promise<WrittenFile> {
	task.signal.throwIfAborted();
	const shown = task.displayPath(file.path);
	const found = await checkUnchanged(file, task);
	if (found.location.isLink) throw changed(shown, "it became a link");
	const bytes = found.bytes ?? (await readBytes(file.realPath, shown));
	if (found.document) refuseNewerDisk(found.document, decode(bytes, file.encoding), shown);
	const step = closedWrite(
		file,
		{ ...found, bytes },
		{ text: null, bytes: null },
		task,
		found.location.stats,
	);
	return carryOut(step, file, task);
}

/** The editor may not have noticed yet: what it shows is what was approved, what goes is what is on disk. */
function refuseNewerDisk(document: OpenDocument, onDisk: string, shown: string): void {
	const comparable = (text: string) => splitBom(text).text.replaceAll("\r\n", "\n");
	if (document.isDirty || comparable(document.text) === comparable(onDisk)) return;
	throw changed(shown, "it was changed on disk");
}

async function carryOut(step: WriteStep, file: FileStamp, task: TaskHandle): Promise<WrittenFile> {
	task.noteEdit(file.path, step.after);
	const undo = async () => {
		await step.undo();
		task.noteEdit(file.path, step.before);
	};
	try {
		return { isReformatted: await step.run(), undo };
	} catch (error) {
		task.noteEdit(file.path, step.before);
		throw ioError(error, task.displayPath(file.path));
	}
}

function closedWrite(
	file: FileStamp,
	{ bytes: before, location }: UnchangedFile,
	after: { readonly text: string | null; readonly bytes: Buffer | null },
	task: TaskHandle,
	like: Stats | undefined,
): WriteStep {
	const shown = task.displayPath(file.path);
	return {
		before: before === null ? null : decodeText(before, shown).text,
		after: after.text,
		...diskWrite({ path: file.realPath, shown, before, after: after.bytes, like, stats: location.stats }),
	};
}

function documentWrite(
	{ path, text: before, version }: OpenDocument,
	text: string,
	task: TaskHandle,
): WriteStep {
	const { documents } = task.host;
	const bom = splitBom(before).hasBom ? "\uFEFF" : "";
	const after = bom + text;
	const refused = changed(task.displayPath(path), "the editor refused the change");
	let saved: OpenDocument | undefined;
	return {
		before: splitBom(before).text,
		after: text,
		async run() {
			if (!(await documents.applyAndSave(path, after, version))) throw refused;
			saved = documents.open(path);
			return saved !== undefined && saved.text !== after;
		},
		async undo() {
			const now = documents.open(path);
			const isOurs = now !== undefined && now.text === saved?.text;
			if (isOurs && (await documents.applyAndSave(path, before, now.version))) return;
			throw new KilnError("file_changed", "it was changed in the editor since");
		},
	};
}
