import type { TaskDeps } from "@core/task/types";
import { KilnError } from "@shared/errors";
import type { ModelProvider } from "@shared/provider";
import type { Profile } from "@shared/settings";
import type { ProfileStore } from "../stores/ProfileStore";

type MakeProvider = (profile: Profile, key: string | undefined) => Promise<ModelProvider>;

/** The selected profile as a provider. Made once for a profile and key, made anew when either changes. */
export class ProviderSource {
	private made: { readonly for: string; readonly provider: Promise<ModelProvider> } | undefined;
	private readonly windows = new Map<string, number>();

	constructor(
		private readonly profiles: ProfileStore,
		private readonly make: MakeProvider,
		/** called when a model's context window has become known */
		private readonly onModel: () => void,
	) {}

	async current(): ReturnType<TaskDeps["provider"]> {
		const profile = this.profiles.selected();
		if (!profile) throw noModel(this.profiles);
		const provider = await this.providerOf(profile, await this.profiles.keyFor(profile));
		this.note(profile, provider.model.contextWindow);
		return { provider, toolFormat: profile.toolFormat, baseUrl: profile.baseUrl };
	}

	/** tokens; null while unknown */
	contextWindow(): number | null {
		const profile = this.profiles.selected();
		if (!profile) return null;
		return profile.contextWindow ?? this.windows.get(windowKey(profile)) ?? null;
	}

	private providerOf(profile: Profile, key: string | undefined): Promise<ModelProvider> {
		const identity = JSON.stringify([profile, key]);
		if (this.made?.for === identity) return this.made.provider;
		const provider = this.make(profile, key);
		this.made = { for: identity, provider };
		// A failure is not remembered: the next turn tries again.
		provider.catch(() => this.forget(provider));
		return provider;
	}

	private forget(provider: Promise<ModelProvider>): void {
		if (this.made?.provider === provider) this.made = undefined;
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
