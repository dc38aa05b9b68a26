import { KilnError } from "@shared/errors";

/**
 * A subtask rests unfinished: its parent rests with it, its call left open. Passes like an abort through everything
 * that waits, so that nothing of the turn is settled.
 */
export class SubtaskRests extends KilnError {
	constructor() {
		super("aborted", "The subtask rests.");
	}
}
