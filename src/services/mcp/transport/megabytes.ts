/** "16 MB", "300 KB" */
export function megabytes(bytes: number): string {
	return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
