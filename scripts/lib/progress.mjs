// What the scripts say while they work: one plain sentence a step, on stderr, so that stdout stays for results.

/** @param {string} text */
export function say(text) {
	process.stderr.write(`▸ ${text}\n`);
}

/** An expected failure, told to people as its message and a hint, without a stack. */
export class ScriptError extends Error {
	/** @param {string} message @param {string} [hint] */
	constructor(message, hint) {
		super(hint ? `${message}\n  ${hint.replaceAll("\n", "\n  ")}` : message);
		this.name = "ScriptError";
	}
}

/** Runs a script's main function; a `ScriptError` ends it with its message, anything else with a stack. */
export async function runScript(main) {
	try {
		process.exitCode = (await main()) ?? 0;
	} catch (error) {
		process.stderr.write(`✗ ${error instanceof ScriptError ? error.message : (error?.stack ?? error)}\n`);
		process.exitCode = 1;
	}
}

/** @param {number} sinceMs a `Date.now()` value */
export function seconds(sinceMs) {
	return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}
