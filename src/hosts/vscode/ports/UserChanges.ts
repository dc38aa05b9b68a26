/** Which files a person changed, told apart from Kiln's own edits of the same buffers. */
export class UserChanges {
	private readonly changedAt = new Map<string, number>();
	private readonly own = new Map<string, number>();

	constructor(private readonly now: () => number) {}

	note(path: string): void {
		if (!this.own.has(path)) this.changedAt.set(path, this.now());
	}

	/** Changes of `path` while `work` runs are Kiln's. */
	async asOwn<T>(path: string, work: () => Promise<T>): Promise<T> {
		this.own.set(path, (this.own.get(path) ?? 0) + 1);
		try {
			return await work();
		} finally {
			this.release(path);
		}
	}

	/** Paths changed at or after `since` (ms since the epoch). */
	since(since: number): string[] {
		return [...this.changedAt].filter(([, at]) => at >= since).map(([path]) => path);
	}

	private release(path: string): void {
		const left = (this.own.get(path) ?? 1) - 1;
		if (left > 0) this.own.set(path, left);
		else this.own.delete(path);
	}
}
