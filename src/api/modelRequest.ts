import type { StreamChunk } from "@shared/provider";
import { classifyProviderError, type FailureContext } from "./classifyProviderError";
import { guardedStream, type StreamGuard } from "./guardedStream";
import { secretsOf } from "./maskSecrets";
import { ProviderError } from "./ProviderError";
import type { ProviderOptions } from "./ProviderOptions";
import { refusalsOf, refusedParameter, type WireFormat, withoutRefused } from "./refusedParameters";

export function failureContext({ endpoint, model, key, profile }: ProviderOptions): FailureContext {
	return { host: endpoint.host, model: model.id, secrets: secretsOf(key, profile.headers) };
}

/** One streamed request with everything around the wire format: abort, silence, named errors. */
export async function* modelRequest(
	options: ProviderOptions,
	signal: AbortSignal,
	open: (guard: StreamGuard) => AsyncIterable<StreamChunk>,
): AsyncGenerator<StreamChunk, void, undefined> {
	const { silenceTimeoutMs } = options;
	const silenceError = () => silent(options);
	try {
		yield* guardedStream({ signal, silenceTimeoutMs, silenceError }, open);
	} catch (error) {
		throw classifyProviderError(error, failureContext(options));
	}
}

/** Sends the body; what the server refuses by name is left out, remembered, and the request sent again. */
export async function sendWithoutRefused<Body extends object, Result>(
	options: ProviderOptions,
	body: Body,
	format: WireFormat,
	send: (body: Body) => Promise<Result>,
): Promise<Result> {
	const refused = refusalsOf(options.endpoint.url, options.model.id);
	for (;;) {
		const attempt = withoutRefused(body, refused);
		try {
			return await send(attempt);
		} catch (error) {
			const name = refusedParameter(error, attempt, format);
			// `attempt` holds no name that was refused before, so this ends; another task may have learnt it meanwhile
			if (name === undefined) throw error;
			refused.add(name);
		}
	}
}

function silent({ endpoint, silenceTimeoutMs }: ProviderOptions): ProviderError {
	const seconds = Math.round(silenceTimeoutMs / 1000);
	const hint = endpoint.isPrivate
		? "A local model may need long for a long prompt: try a smaller model or a shorter conversation."
		: "The server may be overloaded.";
	return new ProviderError("provider_timeout", `${endpoint.host} sent nothing for ${seconds} s.`, { hint });
}

/** The stream ended, but the answer did not. */
export function cutStream(host: string): ProviderError {
	const message = `The connection to ${host} ended before the answer was complete.`;
	return new ProviderError("provider_network", message, {
		hint: "The server or something in between dropped it.",
	});
}
