/** Bounds on what a server may cost. Times in milliseconds; tests make them short. */
export interface McpLimits {
	/** one message of a server, in bytes: a longer one is refused as it comes in, never held whole */
	readonly maxMessageBytes: number;
	/** until a started server must have answered `initialize`; a longer `timeout` of the entry counts instead */
	readonly connectMs: number;
	/** an ended server is started again after these waits; then it has failed */
	readonly retryDelaysMs: readonly number[];
	/** a remote server that has failed for want of a network is tried again then, when somebody wants to use it */
	readonly recoverAfterMs: number;
	/** a server that worked this long has used up none of its tries */
	readonly stableMs: number;
	/** between the polite and the forced end of a process */
	readonly killGraceMs: number;
	/** a call's whole time, however much progress it reports */
	readonly maxCallMs: number;
	/** a decoded image; providers refuse larger ones */
	readonly maxImageBytes: number;
	/** until the person has signed in in the browser */
	readonly signInMs: number;
}

export const defaultLimits: McpLimits = {
	maxMessageBytes: 16 * 1024 * 1024,
	connectMs: 60_000,
	retryDelaysMs: [1000, 2000, 4000, 8000, 16_000],
	recoverAfterMs: 60_000,
	stableMs: 60_000,
	killGraceMs: 1500,
	maxCallMs: 3_600_000,
	maxImageBytes: 5 * 1024 * 1024,
	signInMs: 300_000,
};
