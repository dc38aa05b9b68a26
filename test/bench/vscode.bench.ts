// What Kiln costs in real VS Code with the chat open: a step's overhead, its growth, processor time, disk, start-up.
import { startVsCode } from "../e2e/support/startVsCode";
import type { BenchFigure } from "./BenchFigure";
import { ChatDriver } from "./vscode/ChatDriver";
import { ensureBuilt } from "./vscode/ensureBuilt";
import { postFigure, readFigures, startupFigures, taskFigures } from "./vscode/figures";
import { type Bench, type MeasuredTask, measureTask } from "./vscode/measureTask";
import { isInPageProcess } from "./vscode/meters";
import { ScriptedModel } from "./vscode/ScriptedModel";
import { measureStartup, noteTimes } from "./vscode/startup";
import { mixedTask, readTask, workspaceFiles } from "./vscode/workload";

/** Medians over so many runs of the 100 steps; one more counts what is posted to the webview. */
const measuredRuns = 5;
const longTaskSteps = 300;
const longRuns = 3;

export async function run(): Promise<BenchFigure[]> {
	await ensureBuilt();
	const model = await ScriptedModel.start();
	const code = await startVsCode({ workspace: workspaceFiles(), name: "bench-vscode" });
	try {
		const chat = await ChatDriver.open(code);
		await chat.connectModel(model.baseUrl);
		await chat.approveWrites();
		return await measureAll({ code, chat, model });
	} finally {
		await code.stop();
		await model.stop();
	}
}

async function measureAll(bench: Bench): Promise<BenchFigure[]> {
	const { code, chat } = bench;
	const isShared = await isInPageProcess(code.page, chat.frame);
	const runs: MeasuredTask[] = [];
	for (let run = 1; run <= measuredRuns; run++) {
		runs.push(await measureTask(bench, mixedTask(run)));
		await chat.newTask();
	}
	const long: MeasuredTask[] = [];
	for (let run = 1; run <= longRuns; run++) {
		long.push(await measureTask(bench, readTask(longTaskSteps)));
		await chat.newTask();
	}
	await chat.countPosts();
	await measureTask(bench, mixedTask(measuredRuns + 1));
	const posts = await chat.postCounts();
	await noteTimes(code.page);
	const withTask = await measureStartup(code);
	await (await ChatDriver.open(code)).newTask();
	const withoutTask = await measureStartup(code);
	return [
		...taskFigures(runs, isShared),
		...readFigures(long, longTaskSteps),
		postFigure(posts),
		...startupFigures(withoutTask, withTask),
	];
}
