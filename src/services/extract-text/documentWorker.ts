import { parentPort, workerData } from "node:worker_threads";
import { convertDocument } from "./convertDocument";
import { DocumentProblem } from "./DocumentProblem";
import type { DocumentAnswer, DocumentJob } from "./runDocumentWorker";

/** The program of the thread that converts one document: dist/documentWorker.js. */
async function answer({ format, bytes }: DocumentJob): Promise<DocumentAnswer> {
	try {
		return { kind: "text", text: await convertDocument(format, bytes, new AbortController().signal) };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return error instanceof DocumentProblem
			? { kind: "problem", problem: error.kind, message }
			: { kind: "error", message };
	}
}

void answer(workerData as DocumentJob).then((result) => parentPort?.postMessage(result));
