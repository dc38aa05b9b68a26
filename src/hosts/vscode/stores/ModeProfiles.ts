import * as z from "zod";
import type { StoreBackend } from "./StoreBackend";

const profilesKey = "kiln.modeProfiles";
/** An entry that does not parse counts as none; the others stay. */
const entriesSchema = z.record(z.string(), z.unknown()).catch({});

/** Which API profile the person last picked in each mode. */
export class ModeProfiles {
	constructor(private readonly store: StoreBackend) {}

	/** id of a profile, which may be gone by now; undefined: none was ever picked in this mode */
	profileOf(mode: string): string | undefined {
		const id = this.entries().get(mode);
		return typeof id === "string" && id !== "" ? id : undefined;
	}

	/** undefined forgets: the mode uses what is chosen for all. */
	async remember(mode: string, profileId: string | undefined): Promise<void> {
		const entries = this.entries();
		if (profileId === undefined) entries.delete(mode);
		else entries.set(mode, profileId);
		await this.store.update(profilesKey, Object.fromEntries(entries));
	}

	/** A map: a mode may be called `constructor`. */
	private entries(): Map<string, unknown> {
		return new Map(Object.entries(entriesSchema.parse(this.store.get(profilesKey))));
	}
}
