const units = ["KB", "MB", "GB", "TB"] as const;

/** A size for people: "512 bytes", "1.5 KB", "3.0 GB". */
export function formatSize(bytes: number): string {
	if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
	let value = bytes / 1024;
	let unit = 0;
	// 1023.95 would show as "1024.0"
	while (value >= 1023.95 && unit < units.length - 1) {
		value /= 1024;
		unit++;
	}
	return `${value.toFixed(1)} ${units[unit]}`;
}
