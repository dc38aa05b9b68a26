import type { ParserEvent } from "../ToolCallFormat";

/**
 * A stretch of an answer: prose with its thoughts, or one call. Lanes stand in the order in which they began; the events
 * of one are told only when all before it are over, so that blocks never interleave, however the server mixes them.
 */
export interface Lane {
	readonly isOver: boolean;
	/** the events since the last time */
	take(): ParserEvent[];
	/** something else has begun behind it */
	leave(): void;
	/** the answer has ended */
	end(isCut: boolean): void;
}
