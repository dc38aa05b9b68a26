import { KilnError } from "@shared/errors";
import type { ProfileSummary } from "@shared/messages";
import { type Profile, profileSchema } from "@shared/settings";
import type { SecretBackend, StoreBackend } from "./StoreBackend";

const profilesKey = "kiln.profiles";
const selectedKey = "kiln.selectedProfile";
const secretKey = (profileId: string) => `kiln.key.${profileId}`;

export const demoProfile: Profile = profileSchema.parse({
	id: "demo",
	name: "Demo (recording)",
	provider: "replay",
	model: "demo",
});

/**
 * API profiles at user level, keys apart in the secret storage. A key belongs to the address it was given for: it
 * is removed *before* a profile's provider or base URL changes, so that at no moment an old key meets a new address.
 * Entries that do not parse are reported and kept as they are.
 */
export class ProfileStore {
	private readonly withKey = new Set<string>();
	/** Keys that were looked up: each look-up is a round trip to the window, and every turn of a task needs one. */
	private readonly keys = new Map<string, string>();
	/** grows with every change of a secret: what was looked up before it is not kept */
	private secretVersion = 0;

	constructor(
		private readonly store: StoreBackend,
		private readonly secrets: SecretBackend,
	) {
		secrets.onDidChange?.(() => this.dropKeys());
	}

	/** Looks up which profiles have a key; call once before `summaries`. */
	async load(): Promise<void> {
		for (const { id } of this.profiles()) {
			if ((await this.secrets.get(secretKey(id))) !== undefined) this.withKey.add(id);
		}
	}

	profiles(): Profile[] {
		return this.entries().flatMap((entry) => {
			const parsed = profileSchema.safeParse(entry);
			return parsed.success ? [parsed.data] : [];
		});
	}

	/** One sentence for each stored entry that cannot be used. */
	problems(): string[] {
		return this.entries().flatMap((entry, index) => {
			const parsed = profileSchema.safeParse(entry);
			if (parsed.success) return [];
			const issue = parsed.error.issues[0];
			return [`Profile ${index + 1} cannot be used: ${issue?.path.join(".")}: ${issue?.message}`];
		});
	}

	summaries(): ProfileSummary[] {
		return this.profiles().map((profile) => ({
			profile,
			hasKey: this.withKey.has(profile.id),
			isDemo: profile.id === demoProfile.id,
		}));
	}

	find(id: string): Profile | undefined {
		return this.profiles().find((profile) => profile.id === id);
	}

	/**
	 * The chosen profile; the first one only while none was ever chosen. A choice that is gone or unusable stands for
	 * no profile: another one would send the code of a running task to a vendor that nobody chose for it.
	 */
	selected(): Profile | undefined {
		const id = this.store.get(selectedKey);
		const profiles = this.profiles();
		return id === undefined ? profiles[0] : profiles.find((profile) => profile.id === id);
	}

	async select(id: string): Promise<void> {
		if (!this.find(id)) throw unknownProfile(id);
		await this.store.update(selectedKey, id);
	}

	/** Adds or replaces by id; a new profile becomes the selected one. `key`: undefined keeps, "" removes the stored one. */
	async save(profile: Profile, key?: string): Promise<void> {
		const before = this.find(profile.id);
		const mustForget = key !== undefined || !before || !hasSameAddress(before, profile);
		if (mustForget) await this.forgetKey(profile.id);
		await this.write(replaceById(this.entries(), profile));
		if (key) await this.keepKey(profile.id, key);
		if (!before) await this.select(profile.id);
	}

	async remove(id: string): Promise<void> {
		// Even a profile that was only fallen back on counts as the choice now, so that no other takes its place.
		if (this.selected()?.id === id) await this.store.update(selectedKey, id);
		await this.forgetKey(id);
		await this.write(this.entries().filter((entry) => idOf(entry) !== id));
	}

	/** The stored key, but only for the provider and address that it was stored for. */
	async keyFor(profile: Profile): Promise<string | undefined> {
		const stored = this.find(profile.id);
		if (!stored || !hasSameAddress(stored, profile)) return undefined;
		const known = this.keys.get(profile.id);
		if (known !== undefined) return known;
		const version = this.secretVersion;
		const key = await this.secrets.get(secretKey(profile.id));
		if (key !== undefined && version === this.secretVersion) this.keys.set(profile.id, key);
		return key;
	}

	private dropKeys(): void {
		this.secretVersion += 1;
		this.keys.clear();
	}

	private entries(): readonly unknown[] {
		const stored = this.store.get(profilesKey);
		return Array.isArray(stored) ? stored : [];
	}

	private async write(entries: readonly unknown[]): Promise<void> {
		await this.store.update(profilesKey, entries);
	}

	private async keepKey(id: string, key: string): Promise<void> {
		this.dropKeys();
		await this.secrets.store(secretKey(id), key);
		this.withKey.add(id);
	}

	private async forgetKey(id: string): Promise<void> {
		this.dropKeys();
		await this.secrets.delete(secretKey(id));
		this.withKey.delete(id);
	}
}

function hasSameAddress(a: Profile, b: Profile): boolean {
	return a.provider === b.provider && a.baseUrl === b.baseUrl;
}

function replaceById(entries: readonly unknown[], profile: Profile): unknown[] {
	const index = entries.findIndex((entry) => idOf(entry) === profile.id);
	return index < 0 ? [...entries, profile] : entries.with(index, profile);
}

function idOf(entry: unknown): unknown {
	return typeof entry === "object" && entry !== null && "id" in entry ? entry.id : undefined;
}

function unknownProfile(id: string): KilnError {
	return new KilnError("invalid_settings", `There is no profile "${id}".`, "Choose another profile.");
}
