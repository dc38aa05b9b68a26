import { assertNever, KilnError } from "@shared/errors";
import type { ModelProvider } from "@shared/provider";
import type { Profile } from "@shared/settings";
import { type Endpoint, parseEndpoint } from "./endpoint";
import { hasSecretHeader } from "./maskSecrets";
import { modelInfo } from "./modelCatalogue";
import type { ProviderOptions } from "./ProviderOptions";
import type { Sleeper } from "./replay/ReplayProvider";
import type { Fetch } from "./watchedFetch";

export interface ProviderDeps {
	/** the host's: it knows proxy and certificates */
	readonly fetch: Fetch;
	readonly clock: Sleeper;
	/** absolute path of the folder that holds `demo/demo.jsonl` */
	readonly assetsDir: string;
	/** default: 2 minutes, 5 for a private host (a local model reads a long prompt in silence) */
	readonly silenceTimeoutMs?: number | undefined;
	/** default 1: recordings play at their own pace */
	readonly replaySpeed?: number | undefined;
}

const defaultUrls = { openai: "https://api.openai.com/v1", anthropic: "https://api.anthropic.com" } as const;
const silenceMs = { public: 120_000, private: 300_000 } as const;

/**
 * The provider of a profile. SDKs are loaded here, on first use: activation must not pay for them.
 * @throws missing_key, invalid_url, unknown_model (no model chosen), path_not_found or invalid_settings (recording)
 */
export async function createProvider(
	profile: Profile,
	key: string | undefined,
	deps: ProviderDeps,
): Promise<ModelProvider> {
	switch (profile.provider) {
		case "replay":
			return replayProvider(profile, deps);
		case "openai": {
			const options = providerOptions(profile, key, deps);
			const { OpenAiProvider } = await import("./openai/OpenAiProvider");
			return new OpenAiProvider(options);
		}
		case "anthropic": {
			const options = providerOptions(profile, key, deps);
			const { AnthropicProvider } = await import("./anthropic/AnthropicProvider");
			return new AnthropicProvider(options);
		}
		default:
			return assertNever(profile.provider);
	}
}

async function replayProvider(profile: Profile, deps: ProviderDeps): Promise<ModelProvider> {
	const [{ ReplayProvider }, { loadRecording }] = await Promise.all([
		import("./replay/ReplayProvider"),
		import("./replay/loadRecording"),
	]);
	const name = profile.model === "" ? "demo" : profile.model;
	const recording = await loadRecording(name, deps.assetsDir);
	return new ReplayProvider({ name, recording, clock: deps.clock, speed: deps.replaySpeed });
}

function providerOptions(
	profile: Profile,
	givenKey: string | undefined,
	deps: ProviderDeps,
): ProviderOptions {
	const provider = profile.provider === "anthropic" ? "anthropic" : "openai";
	const endpoint = parseEndpoint(profile.baseUrl, defaultUrls[provider]);
	const key = givenKey?.trim() || undefined;
	checkKey(profile, endpoint, key);
	if (profile.model.trim() === "") {
		const hint = "Choose a model in the profile; its list is fetched from the server.";
		throw new KilnError("unknown_model", `The profile "${profile.name}" names no model.`, hint);
	}
	const silenceTimeoutMs =
		deps.silenceTimeoutMs ?? (endpoint.isPrivate ? silenceMs.private : silenceMs.public);
	return { profile, endpoint, key, model: modelInfo(profile), fetch: deps.fetch, silenceTimeoutMs };
}

function checkKey(profile: Profile, { isPrivate, host, url }: Endpoint, key: string | undefined): void {
	if (isPrivate) return;
	if (key === undefined && !hasSecretHeader(profile.headers)) {
		const hint = "Enter the key in the profile. Only servers on this machine or network may go without.";
		throw new KilnError("missing_key", `The profile "${profile.name}" has no key for ${host}.`, hint);
	}
	if (url.startsWith("http://")) {
		const hint = "Use https:// in the base URL.";
		throw new KilnError("invalid_url", `Over http:// the key would travel to ${host} unencrypted.`, hint);
	}
}
