// Turns what was measured into figures beside their targets.
import type { BenchFigure } from "../BenchFigure";
import type { PostCounts } from "./ChatDriver";
import type { MeasuredTask } from "./measureTask";
import type { Startup } from "./startup";
import { lastToFirst, median, ofKind, span } from "./statistics";
import type { StepKind } from "./workload";

const limits = { read: 25, search: 25, diff: 50, write: 50 } as const satisfies Partial<
	Record<StepKind, number>
>;
const kinds = ["read", "search", "diff", "write"] as const;
const maxGrowth = 1.2;
const megabyte = 1_000_000;

export function taskFigures(runs: readonly MeasuredTask[], isShared: boolean): BenchFigure[] {
	return [
		...kinds.map((kind) => overhead(runs, kind)),
		...kinds.map((kind) => stepGrowth(runs, kind)),
	].concat(costs(runs, isShared));
}

function overhead(runs: readonly MeasuredTask[], kind: (typeof kinds)[number]): BenchFigure {
	const medians = runs.map(({ gaps }) => median(ofKind(gaps, kind)));
	const note = `median of ${runs.length} runs (${span(medians, 1)})`;
	return figure(`overhead a ${kind} step`, median(medians), "ms", limits[kind], note);
}

function stepGrowth(runs: readonly MeasuredTask[], kind: (typeof kinds)[number]): BenchFigure {
	const ratios = runs.map(({ gaps }) => lastToFirst(ofKind(gaps, kind)));
	const note = `median of ${runs.length} runs (${span(ratios, 2)})`;
	return figure(`last ten ÷ first ten ${kind} steps of 100`, median(ratios), "×", maxGrowth, note);
}

function costs(runs: readonly MeasuredTask[], isShared: boolean): BenchFigure[] {
	const seconds = (pick: (run: MeasuredTask) => number) => runs.map(pick);
	const host = seconds((run) => run.hostSeconds);
	const renderers = seconds((run) => run.rendererSeconds.reduce((sum, one) => sum + one, 0));
	const disk = seconds((run) => run.diskBytes / megabyte);
	const where = isShared
		? "the one renderer of workbench and webview"
		: "all renderers: workbench and webview apart";
	const wall = median(seconds((run) => run.wallSeconds)).toFixed(1);
	return [
		figure("processor, extension host, 100 steps", median(host), "s", 4, `${span(host, 2)}; wall ${wall} s`),
		figure("processor, renderer, 100 steps", median(renderers), "s", 10, `${span(renderers, 2)}; ${where}`),
		figure(
			"written to disk, 100 steps",
			median(disk),
			"MB",
			3,
			"Kiln's storage folder, the task's log in it",
		),
	];
}

export function readFigures(task: MeasuredTask): BenchFigure[] {
	const reads = ofKind(task.gaps, "read");
	const [first, last] = [median(reads.slice(0, 10)), median(reads.slice(-10))];
	const body = (task.requestBytes / megabyte).toFixed(2);
	const note = `${first.toFixed(1)} → ${last.toFixed(1)} ms; the last request has ${body} MB`;
	return [
		figure(`last ten ÷ first ten of ${reads.length} reads`, lastToFirst(reads), "×", maxGrowth, note),
		figure(
			`overhead a read step of ${reads.length}`,
			median(reads),
			"ms",
			limits.read,
			"lines 1-40 of each file …",
		),
	];
}

export function postFigure({ messages, chars }: PostCounts): BenchFigure {
	const note = `${messages} messages; a run of its own`;
	return {
		...figure("posted to the webview, 100 steps", chars / megabyte, "MB", 0, note),
		target: "–",
		ok: true,
	};
}

export function startupFigures(fresh: Startup, restored: Startup): BenchFigure[] {
	const activation = Math.max(fresh.activationMs, restored.activationMs);
	const seconds = ({ inputMs }: Startup) => inputMs / 1000;
	return [
		figure("activation, VS Code's own number", activation, "ms", 80, "median of 3 windows"),
		figure("click on the icon → input, no task open", seconds(fresh), "s", 0.8, fresh.note),
		figure("click on the icon → input, task of 100 steps", seconds(restored), "s", 0.8, restored.note),
	];
}

function figure(name: string, value: number, unit: string, limit: number, note: string): BenchFigure {
	return { name, value, unit, target: `≤ ${limit} ${unit}`, ok: value <= limit, note };
}
