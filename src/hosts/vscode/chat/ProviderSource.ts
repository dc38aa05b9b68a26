import type { TaskDeps } from "@core/task/types";
import { KilnError } from "@shared/errors";
import type { ModelProvider } from "@shared/provider";
import type { Profile } from "@shared/settings";
import type { ProfileStore } from "../stores/ProfileStore";

type MakeProvider = (profile: Profile, key: string | undefined) => Promise<ModelProvider>;

/** Which profile the person last picked in a mode. */
export interface ModeChoices {
	profileOf(mode: string): string | undefined;
	remember(mode: string, profileId: string): PromiseLike<void>;
}

/** A mode's profile as a provider. Made once for a profile and key, made anew when either changes. */
export class ProviderSource {
	/** by profile: a task and its subtasks may use several in turn */
	private readonly made = new Map<
		string,
		{ readonly for: string; readonly provider: Promise<ModelProvider> }
	>();
	private readonly windows = new Map<string, number>();

	constructor(
		private readonly profiles: ProfileStore,
		private readonly choices: ModeChoices,
		private readonly make: MakeProvider,
		/** called when a model's context window has become known */
		private readonly onModel: () => void,
	) {}

	/** What was picked in this mode, else what was picked last. */
	profileOf(mode: string): Profile | undefined {
		const id = this.choices.profileOf(mode);
		return (id === undefined ? undefined : this.profiles.find(id)) ?? this.profiles.selected();
	}

	/** The person picks a profile while in a mode. */
	async pick(mode: string, profileId: string): Promise<void> {
		await this.profiles.select(profileId);
		await this.choices.remember(mode, profileId);
	}

	async current(mode: string): ReturnType<TaskDeps["provider"]> {
		const profile = this.profileOf(mode);
		if (!profile) throw noModel(this.profiles);
		const provider = await this.providerOf(profile, await this.profiles.keyFor(profile));
		this.note(profile, provider.model.contextWindow);
		const { toolFormat, customTools, promptVariant, baseUrl } = profile;
		return { provider, toolFormat, customTools, promptVariant, baseUrl };
	}

	/** tokens; null while unknown */
	contextWindow(mode: string): number | null {
		const profile = this.profileOf(mode);
		if (!profile) return null;
		return profile.contextWindow ?? this.windows.get(windowKey(profile)) ?? null;
	}

	private providerOf(profile: Profile, key: string | undefined): Promise<ModelProvider> {
		const identity = JSON.stringify([profile, key]);
		const known = this.made.get(profile.id);
		if (known?.for === identity) return known.provider;
		const provider = this.make(profile, key);
		this.made.set(profile.id, { for: identity, provider });
		// A failure is not remembered: the next turn tries again.
		provider.catch(() => this.forget(profile.id, provider));
		return provider;
	}

	private forget(profileId: string, provider: Promise<ModelProvider>): void {
		if (this.made.get(profileId)?.provider === provider) this.made.delete(profileId);
	}

	private note(profile: Profile, contextWindow: number): void {
		if (this.windows.get(windowKey(profile)) === contextWindow) return;
		this.windows.set(windowKey(profile), contextWindow);
		this.onModel();
	}
}

const windowKey = (profile: Profile) => `${profile.id} ${profile.model}`;

export const noChoice = {
	message: "No model is chosen.",
	hint: "Choose a model: the one that was in use has been removed or cannot be used.",
};

export function noModel(profiles: ProfileStore): KilnError {
	if (profiles.profiles().length > 0) return new KilnError("missing_key", noChoice.message, noChoice.hint);
	return new KilnError(
		"missing_key",
		"No model is connected.",
		"Connect a model, use a local one or try the demo.",
	);
}
