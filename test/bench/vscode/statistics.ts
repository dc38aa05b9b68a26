import type { Gap } from "./ScriptedModel";
import type { StepKind } from "./workload";

export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function ofKind(gaps: readonly Gap[], kind: StepKind): number[] {
	return gaps.flatMap((gap) => (gap.kind === kind ? [gap.ms] : []));
}

/** Median of the last ten ÷ median of the first ten. */
export function lastToFirst(values: readonly number[]): number {
	return median(values.slice(-10)) / median(values.slice(0, 10));
}

/** "12 … 15": the least and the most, for the note beside a median. */
export function span(values: readonly number[], digits: number): string {
	return `${Math.min(...values).toFixed(digits)} … ${Math.max(...values).toFixed(digits)}`;
}
