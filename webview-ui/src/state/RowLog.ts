import type { Row } from "@shared/task-view";

/**
 * What the host has said about logged rows. Every statement ("this is the row", "it is gone") is true as of one head;
 * the statement with the higher head wins, whatever the order of arrival. Removed rows therefore stay as tombstones
 * and rewinds as cuts: a late, older message cannot bring a row back.
 */
export interface RowLog {
	readonly statements: ReadonlyMap<string, Statement>;
	readonly cuts: readonly Cut[];
	/** the head of the last snapshot: what an older message says of rows, the snapshot has already denied */
	readonly floor: number;
	/** rows with a lower seq are known by chance only: they are shown once paged in */
	readonly windowStart: number;
	/** shown rows in order */
	readonly ids: readonly string[];
}

interface Statement {
	/** null: the row is gone */
	readonly row: Row | null;
	readonly asOf: number;
}

/** A rewind: rows with a seq above `after` are gone as of the head `asOf`. */
interface Cut {
	readonly after: number;
	readonly asOf: number;
}

export interface RowChanges {
	readonly rows: readonly Row[];
	readonly removed?: readonly string[];
	readonly removeAfter?: number | undefined;
	/** the head at which all this is true */
	readonly asOf: number;
}

export const emptyRowLog: RowLog = {
	statements: new Map(),
	cuts: [],
	floor: Number.NEGATIVE_INFINITY,
	windowStart: Number.NEGATIVE_INFINITY,
	ids: [],
};

export function rowIn(log: RowLog, id: string): Row | undefined {
	return log.statements.get(id)?.row ?? undefined;
}

/** What is known of a row: null when it is gone for good, undefined when nothing was said. */
export function lookUp(log: RowLog, id: string): Row | null | undefined {
	return log.statements.get(id)?.row;
}

export function changeRows(log: RowLog, changes: RowChanges): RowLog {
	if (changes.asOf < log.floor) return log;
	const statements = new Map(log.statements);
	const cuts = withCut(log.cuts, changes);
	for (const id of changes.removed ?? []) put(statements, id, { row: null, asOf: changes.asOf });
	for (const row of changes.rows) {
		if (!isCut(row, changes.asOf, cuts)) put(statements, row.id, { row, asOf: changes.asOf });
	}
	if (changes.removeAfter !== undefined) {
		for (const [id, { row, asOf }] of statements) {
			if (row !== null && isCut(row, asOf, cuts)) statements.set(id, { row: null, asOf: changes.asOf });
		}
	}
	return withIds({ ...log, statements, cuts });
}

/** A snapshot: its rows replace all that is known up to its head; what is known beyond stays. */
export function replaceRows(log: RowLog, rows: readonly Row[], asOf: number, hasOlder: boolean): RowLog {
	const newer = [...log.statements].filter(([, statement]) => statement.asOf > asOf);
	const windowStart = hasOlder ? firstSeq(rows, Number.NEGATIVE_INFINITY) : Number.NEGATIVE_INFINITY;
	const cuts = log.cuts.filter((cut) => cut.asOf > asOf);
	return changeRows(
		{ statements: new Map(newer), cuts, floor: asOf, windowStart, ids: log.ids },
		{ rows, asOf },
	);
}

/** A page of rows before the window. */
export function prependRows(log: RowLog, rows: readonly Row[], asOf: number, hasOlder: boolean): RowLog {
	const windowStart = hasOlder
		? Math.min(log.windowStart, firstSeq(rows, log.windowStart))
		: Number.NEGATIVE_INFINITY;
	return changeRows({ ...log, windowStart }, { rows, asOf });
}

/** Lets go of all but the last `count` rows: they can be paged in again. */
export function keepLast(log: RowLog, count: number): RowLog {
	const first = log.ids.at(-count);
	const windowStart = first === undefined ? undefined : log.statements.get(first)?.row?.seq;
	if (windowStart === undefined) return log;
	const statements = new Map(
		[...log.statements].filter(([, { row }]) => row === null || row.seq >= windowStart),
	);
	return withIds({ ...log, statements, windowStart });
}

/** A row that the host announced while it streamed and then gave up. */
export function dropRow(log: RowLog, id: string): RowLog {
	const known = log.statements.get(id);
	if (known === undefined || known.row === null) return log;
	const statements = new Map(log.statements).set(id, { row: null, asOf: known.asOf });
	return withIds({ ...log, statements });
}

function put(statements: Map<string, Statement>, id: string, next: Statement): void {
	const known = statements.get(id);
	if (known !== undefined && known.asOf > next.asOf) return;
	const isSameRow = known?.row != null && next.row !== null && known.row.revision === next.row.revision;
	// A doubled row keeps its object, so that nothing renders again.
	statements.set(id, isSameRow ? { row: known.row, asOf: next.asOf } : next);
}

function isCut(row: Row, asOf: number, cuts: readonly Cut[]): boolean {
	return cuts.some((cut) => row.seq > cut.after && asOf < cut.asOf);
}

function withCut(cuts: readonly Cut[], changes: RowChanges): readonly Cut[] {
	if (changes.removeAfter === undefined) return cuts;
	return [...cuts, { after: changes.removeAfter, asOf: changes.asOf }];
}

function withIds(log: RowLog): RowLog {
	const rows: Row[] = [];
	for (const { row } of log.statements.values()) {
		if (row !== null && row.seq >= log.windowStart) rows.push(row);
	}
	rows.sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1));
	const isSame = rows.length === log.ids.length && rows.every((row, index) => row.id === log.ids[index]);
	return isSame ? log : { ...log, ids: rows.map((row) => row.id) };
}

function firstSeq(rows: readonly Row[], fallback: number): number {
	return rows.reduce(
		(lowest, row) => Math.min(lowest, row.seq),
		rows.length > 0 ? Number.POSITIVE_INFINITY : fallback,
	);
}
