import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createProvider, type ProviderDeps } from "@api/createProvider";
import type { ModelMessage, ModelProvider, ModelRequest, StreamChunk } from "@shared/provider";
import { type Profile, profileSchema } from "@shared/settings";

export const key = "sk-test-0123456789abcdef";

export const deps: ProviderDeps = {
	fetch: globalThis.fetch,
	clock: { sleep: async () => undefined },
	assetsDir: new URL("../../../src/assets", import.meta.url).pathname,
};

type ProfileInput = Partial<Profile> & Pick<Profile, "provider" | "baseUrl">;

export function profileOf(fields: ProfileInput): Profile {
	return profileSchema.parse({ id: "test", name: "Test", model: `model-${Math.random()}`, ...fields });
}

export function providerOf(fields: ProfileInput, more: Partial<ProviderDeps> = {}): Promise<ModelProvider> {
	return createProvider(profileOf(fields), key, { ...deps, ...more });
}

export function user(text: string): ModelMessage {
	return { role: "user", parts: [{ type: "text", text }] };
}

export function assistant(text: string): ModelMessage {
	return { role: "assistant", parts: [{ type: "text", text }] };
}

export function requestOf(messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest {
	return { requestId: "r1", system: "You are a test.", messages, ...more };
}

export async function collect(
	provider: ModelProvider,
	request: ModelRequest = requestOf([user("hi")]),
	signal: AbortSignal = new AbortController().signal,
): Promise<StreamChunk[]> {
	const chunks: StreamChunk[] = [];
	for await (const chunk of provider.stream(request, signal)) chunks.push(chunk);
	return chunks;
}

export function textOf(chunks: readonly StreamChunk[]): string {
	return chunks.map((chunk) => (chunk.type === "text" ? chunk.text : "")).join("");
}

/** What the stream gave before it failed, and how it failed. */
export async function failure(
	provider: ModelProvider,
	signal: AbortSignal = new AbortController().signal,
	request: ModelRequest = requestOf([user("hi")]),
): Promise<{ text: string; error: unknown }> {
	let text = "";
	try {
		for await (const chunk of provider.stream(request, signal))
			text += chunk.type === "text" ? chunk.text : "";
	} catch (error) {
		return { text, error };
	}
	throw new Error("The stream was expected to fail.");
}

/** A server that answers as the test says, for what no wire format foresees. */
export async function startServer(
	listener: RequestListener,
): Promise<{ url: string; stop(): Promise<void> }> {
	const server: Server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const stop = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${port}`, stop };
}
