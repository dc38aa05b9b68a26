import { isAbortError, toErrorInfo } from "@shared/errors";
import type { ModelProvider, ModelRequest } from "@shared/provider";
import type { Profile } from "@shared/settings";
import { createProvider, type ProviderDeps } from "./createProvider";
import { isPrivateHost } from "./endpoint";
import { ProviderError } from "./ProviderError";

export interface ConnectionReport {
	readonly ok: boolean;
	/** one sentence for people */
	readonly message: string;
	readonly hint?: string | undefined;
	/** empty when the server lists none */
	readonly models: readonly string[];
}

/** Never throws but for an abort. The model is not needed yet: the list is what it is chosen from. */
export async function testConnection(
	profile: Profile,
	key: string | undefined,
	deps: ProviderDeps,
	signal: AbortSignal,
): Promise<ConnectionReport> {
	let models: readonly string[] = [];
	try {
		const provider = await createProvider({ ...profile, model: profile.model || "none-chosen" }, key, deps);
		models = await listedModels(provider, signal);
		if (models.length > 0 && (profile.model === "" || (isLocal(profile) && models.includes(profile.model)))) {
			const message = `Connected; ${models.length} models are listed.`;
			return { ok: true, message, hint: ollamaHint(profile), models };
		}
		// A list proves no key (OpenRouter shows it to anybody), and aliases ("claude-haiku-4-5") are often not listed.
		await probe(await createProvider(probeProfile(profile), key, deps), signal);
		return { ok: true, message: `Connected; ${profile.model} answers.`, hint: ollamaHint(profile), models };
	} catch (error) {
		if (isAbortError(error)) throw error;
		const { message, hint } = toErrorInfo(error);
		return { ok: false, message, hint, models };
	}
}

const statusWithoutList = new Set([404, 405, 501]);

/** Empty where the server has no list (many gateways), which says nothing about its models. */
async function listedModels(provider: ModelProvider, signal: AbortSignal): Promise<readonly string[]> {
	try {
		return await provider.listModels(signal);
	} catch (error) {
		const isMissing = error instanceof ProviderError && statusWithoutList.has(error.status ?? 0);
		if (isMissing || (error instanceof ProviderError && error.code === "provider_protocol")) return [];
		throw error;
	}
}

/** Ollama cuts what exceeds its context size silently and from the front: the task itself goes first. */
function ollamaHint({ baseUrl }: Profile): string | undefined {
	if (!/:11434(\/|$)/.test(baseUrl)) return undefined;
	return "Ollama reads only 4096 tokens by default and drops the rest silently: start it with OLLAMA_CONTEXT_LENGTH=32768 or more.";
}

const probeRequest: ModelRequest = {
	requestId: "connection-test",
	system: "",
	messages: [{ role: "user", parts: [{ type: "text", text: "Say ok." }] }],
};

/**
 * Without a limit of its own: thinking models would spend it before the first word. OpenAI, 400: "Could not finish the
 * message because max_tokens or model output limit was reached."
 */
function probeProfile(profile: Profile): Profile {
	return { ...profile, reasoningEffort: undefined };
}

/** Of a local server, to answer may mean to load the model for minutes. */
function isLocal({ baseUrl }: Profile): boolean {
	return URL.canParse(baseUrl) && isPrivateHost(new URL(baseUrl).hostname);
}

/** A very small request. The first chunk proves the connection; the rest is let go. */
async function probe(provider: ModelProvider, signal: AbortSignal): Promise<void> {
	for await (const chunk of provider.stream(probeRequest, signal)) {
		if (chunk.type !== "usage") return;
	}
}
