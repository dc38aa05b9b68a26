import type { Gap } from "./ScriptedModel";
import type { StepKind } from "./workload";

export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function ofKind(gaps: readonly Gap[], kind: StepKind): number[] {
	return gaps.flatMap((gap) => (gap.kind === kind ? [gap.ms] : []));
}

/** Median of a slice of each run, all runs together: one run's ten steps are too few to tell. */
export function medianOf(runs: readonly (readonly number[])[], from: number, to?: number): number {
	return median(runs.flatMap((run) => run.slice(from, to)));
}

export function lastToFirst(runs: readonly (readonly number[])[]): number {
	return medianOf(runs, -10) / medianOf(runs, 0, 10);
}

/** "12 … 15": the least and the most, for the note beside a median. */
export function span(values: readonly number[], digits: number): string {
	return `${Math.min(...values).toFixed(digits)} … ${Math.max(...values).toFixed(digits)}`;
}
