/** One measured number beside its target. */
export interface BenchFigure {
	readonly name: string;
	readonly value: number;
	readonly unit: string;
	readonly target: string;
	readonly ok: boolean;
	readonly note?: string;
}
