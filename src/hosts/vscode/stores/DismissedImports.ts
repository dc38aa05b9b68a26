import * as z from "zod";
import type { StoreBackend } from "./StoreBackend";

const key = "kiln.dismissedMcpImports";
const hashes = z.record(z.string(), z.string()).catch({});

/** Other programs' files that the person does not want to import from in this workspace, each as it was then. */
export class DismissedImports {
	constructor(private readonly store: StoreBackend) {}

	has(file: string, hash: string): boolean {
		const all = this.all();
		return Object.hasOwn(all, file) && all[file] === hash;
	}

	async add(file: string, hash: string): Promise<void> {
		await this.store.update(key, { ...this.all(), [file]: hash });
	}

	private all(): Readonly<Record<string, string>> {
		return hashes.parse(this.store.get(key) ?? {});
	}
}
