import type { ModeConsents } from "@core/instructions/modes/resolveModes";
import * as z from "zod";
import type { StoreBackend } from "./StoreBackend";

const consentsKey = "kiln.modeConsents";
const hashesSchema = z.array(z.string()).catch([]);
/** The oldest go first: a mode that has been changed for the 200th time asks again. */
const maxConsents = 200;

/**
 * To which widening modes of this workspace the person has agreed, by hash. Kept by the editor and not in the
 * workspace's files, so that no repository can agree to itself.
 */
export class ModeConsentStore implements ModeConsents {
	constructor(private readonly store: StoreBackend) {}

	has(hash: string): boolean {
		return this.hashes().includes(hash);
	}

	async grant(hash: string): Promise<void> {
		const others = this.hashes().filter((each) => each !== hash);
		await this.store.update(consentsKey, [...others, hash].slice(-maxConsents));
	}

	private hashes(): readonly string[] {
		return hashesSchema.parse(this.store.get(consentsKey));
	}
}
