import { writeFileSync } from "node:fs";
import type { DocumentsPort, OpenDocument } from "@shared/host";

/** Editor buffers in memory over real files. `put` opens one, `type` is the person at the keyboard. */
export class TestDocuments implements DocumentsPort {
	private readonly byPath = new Map<string, OpenDocument>();
	/** absolute paths that `applyAndSave` wrote, in order */
	readonly saved: string[] = [];
	/** what `changedByUserSince` answers */
	userChanges: readonly string[] = [];

	/** Opens a buffer. `isDirty` says whether it differs from the disk. */
	put(path: string, text: string, options: { isDirty?: boolean; version?: number } = {}): void {
		this.byPath.set(path, {
			path,
			text,
			version: options.version ?? 1,
			isDirty: options.isDirty ?? false,
		});
	}

	/** The person changes an open buffer: dirty, next version. */
	type(path: string, text: string): void {
		const version = (this.byPath.get(path)?.version ?? 0) + 1;
		this.put(path, text, { isDirty: true, version });
	}

	close(path: string): void {
		this.byPath.delete(path);
	}

	open(path: string): OpenDocument | undefined {
		return this.byPath.get(path);
	}

	async applyAndSave(path: string, text: string, version: number): Promise<boolean> {
		if (this.byPath.get(path)?.version !== version) return false;
		writeFileSync(path, text);
		this.put(path, text, { version: version + 1 });
		this.saved.push(path);
		return true;
	}

	visiblePaths(): readonly string[] {
		return this.openPaths();
	}

	openPaths(): readonly string[] {
		return [...this.byPath.keys()];
	}

	changedByUserSince(): readonly string[] {
		return this.userChanges;
	}
}
