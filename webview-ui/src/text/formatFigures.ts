/** Figures as people read them, in the reader's own locale. */
export function formatTokens(tokens: number, locale?: string): string {
	if (tokens < 1000) return new Intl.NumberFormat(locale).format(tokens);
	return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(tokens);
}

/** US dollars. Small costs keep enough digits not to read as nothing. */
export function formatCost(cost: number, locale?: string): string {
	const digits = cost >= 0.1 || cost === 0 ? 2 : cost >= 0.01 ? 3 : 4;
	return new Intl.NumberFormat(locale, {
		style: "currency",
		currency: "USD",
		minimumFractionDigits: 2,
		maximumFractionDigits: digits,
	}).format(cost);
}

/** "0.4 s", "12 s", "3 min 5 s", "2 h 3 min" */
export function formatDuration(durationMs: number): string {
	if (durationMs < 950) return `${(Math.max(0, durationMs) / 1000).toFixed(1)} s`;
	const seconds = Math.round(durationMs / 1000);
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
	return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function plural(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}
