// Turns what was measured into figures beside their targets.
import { loadavg } from "node:os";
import type { BenchFigure } from "../BenchFigure";
import type { PostCounts } from "./ChatDriver";
import type { MeasuredTask } from "./measureTask";
import { canMeterProcesses } from "./meters";
import type { Startup } from "./startup";
import { lastToFirst, median, medianOf, ofKind, span } from "./statistics";
import type { StepKind } from "./workload";

/** ms; a search starts a process, and how long that takes is the machine's affair: it is shown without a target. */
const limits: Partial<Record<StepKind, number>> = { read: 25, diff: 50, write: 50 };
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
	const times = runs.map(({ gaps }) => ofKind(gaps, kind));
	const alone = times.map((run) => lastToFirst([run]));
	const note = `${runs.length} runs together; alone ${span(alone, 2)}`;
	return figure(`last ten ÷ first ten ${kind} steps of 100`, lastToFirst(times), "×", maxGrowth, note);
}

function costs(runs: readonly MeasuredTask[], isShared: boolean): BenchFigure[] {
	const disk = runs.map((run) => run.diskBytes / megabyte);
	const written = "Kiln's storage folder, the task's log in it";
	const figures = [figure("written to disk, 100 steps", median(disk), "MB", 3, written)];
	return canMeterProcesses ? [...processorFigures(runs, isShared), ...figures] : figures;
}

function processorFigures(runs: readonly MeasuredTask[], isShared: boolean): BenchFigure[] {
	const host = runs.map((run) => run.hostSeconds);
	const renderers = runs.map((run) => run.rendererSeconds.reduce((sum, one) => sum + one, 0));
	const wall = median(runs.map((run) => run.wallSeconds)).toFixed(1);
	const hostNote = `${span(host, 2)}; wall ${wall} s at load ${(loadavg()[0] ?? 0).toFixed(1)}`;
	const where = isShared
		? "the one renderer of workbench and webview"
		: "all renderers: workbench and webview apart";
	return [
		figure("processor, extension host, 100 steps", median(host), "s", 4, hostNote),
		figure("processor, renderer, 100 steps", median(renderers), "s", 10, `${span(renderers, 2)}; ${where}`),
	];
}

export function readFigures(runs: readonly MeasuredTask[], steps: number): BenchFigure[] {
	const reads = runs.map(({ gaps }) => ofKind(gaps, "read"));
	const [first, last] = [medianOf(reads, 0, 10), medianOf(reads, -10)];
	const body = ((runs[0]?.requestBytes ?? 0) / megabyte).toFixed(2);
	const note = `${first.toFixed(1)} → ${last.toFixed(1)} ms; the last request has ${body} MB`;
	const lines = `${runs.length} runs together; 40 lines each`;
	return [
		figure(`last ten ÷ first ten of ${steps} reads`, lastToFirst(reads), "×", maxGrowth, note),
		figure(`overhead a read step of ${steps}`, median(reads.flat()), "ms", limits.read, lines),
	];
}

export function postFigure({ messages, chars }: PostCounts): BenchFigure {
	const note = `${messages} messages; counted in a run of its own`;
	return figure("posted to the webview, 100 steps", chars / megabyte, "MB", undefined, note);
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

/** Without a limit it is for information. */
function figure(
	name: string,
	value: number,
	unit: string,
	limit: number | undefined,
	note: string,
): BenchFigure {
	if (limit === undefined) return { name, value, unit, target: "–", ok: true, note };
	return { name, value, unit, target: `≤ ${limit} ${unit}`, ok: value <= limit, note };
}
