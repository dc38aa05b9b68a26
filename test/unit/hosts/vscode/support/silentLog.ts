import type { LogPort } from "@shared/host";

/** Keeps what was logged, each line with its level. */
export function createSilentLog(): LogPort & { readonly lines: string[] } {
	const lines: string[] = [];
	const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
	return { lines, debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
}
