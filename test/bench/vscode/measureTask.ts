import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { VsCode } from "../../e2e/support/startVsCode";
import type { ChatDriver } from "./ChatDriver";
import { cpuSeconds, folderBytes, growth, rendererSeconds } from "./meters";
import type { ScriptedModel, ServedTask } from "./ScriptedModel";
import type { ScriptedStep } from "./workload";

const serveTimeoutMs = 300_000;
/** What the window draws after the end belongs to the task as well. */
const settleMs = 500;

export interface MeasuredTask extends ServedTask {
	readonly wallSeconds: number;
	readonly hostSeconds: number;
	/** one number for each renderer that had work, largest first */
	readonly rendererSeconds: readonly number[];
	readonly diskBytes: number;
}

export interface Bench {
	readonly code: VsCode;
	readonly chat: ChatDriver;
	readonly model: ScriptedModel;
}

/** Runs the script as a new task in the open chat and measures from the message to the end on the screen. */
export async function measureTask(bench: Bench, steps: readonly ScriptedStep[]): Promise<MeasuredTask> {
	const { code, chat, model } = bench;
	const host = code.extensionHostPid();
	if (host === undefined) throw new Error("The extension host was not found.");
	const hostBefore = cpuSeconds(host);
	const renderersBefore = await rendererSeconds(code.page);
	const bytesBefore = storageBytes(code);
	const from = performance.now();
	const serving = model.serve(steps, serveTimeoutMs);
	await chat.send("Move the offsets of the ledger modules and check every caller.");
	const served = await serving;
	await chat.completed();
	const wallSeconds = (performance.now() - from) / 1000;
	await wait(settleMs);
	return {
		...served,
		wallSeconds,
		hostSeconds: cpuSeconds(host) - hostBefore,
		rendererSeconds: growth(renderersBefore, await rendererSeconds(code.page)),
		diskBytes: storageBytes(code) - bytesBefore,
	};
}

/** All that Kiln keeps, the task's folder included. */
function storageBytes({ userDataDir }: VsCode): number {
	const folder = join(userDataDir, "User/globalStorage/kiln.kiln");
	return existsSync(folder) ? folderBytes(folder) : 0;
}
