import * as z from "zod";
import type { Fetch } from "./watchedFetch";

export interface LocalServer {
	readonly name: "Ollama" | "LM Studio";
	/** for an OpenAI-compatible profile */
	readonly baseUrl: string;
	readonly models: readonly string[];
}

interface Candidate extends Omit<LocalServer, "models"> {
	readonly listUrl: string;
	modelsOf(answer: unknown): readonly string[];
}

const ollamaTags = z.object({ models: z.array(z.object({ name: z.string() })) });
const openAiModels = z.object({ data: z.array(z.object({ id: z.string() })) });

const candidates: readonly Candidate[] = [
	{
		name: "Ollama",
		baseUrl: "http://127.0.0.1:11434/v1",
		listUrl: "http://127.0.0.1:11434/api/tags",
		modelsOf: (answer) => ollamaTags.parse(answer).models.map(({ name }) => name),
	},
	{
		name: "LM Studio",
		baseUrl: "http://127.0.0.1:1234/v1",
		listUrl: "http://127.0.0.1:1234/v1/models",
		modelsOf: (answer) => openAiModels.parse(answer).data.map(({ id }) => id),
	},
];

const timeoutMs = 800;

/** The model servers that run on this machine. Never throws; at most 800 ms. */
export async function findLocalServers(fetch: Fetch, signal: AbortSignal): Promise<readonly LocalServer[]> {
	const found = await Promise.all(candidates.map((candidate) => probe(candidate, fetch, signal)));
	return found.filter((server) => server !== undefined);
}

async function probe(
	candidate: Candidate,
	fetch: Fetch,
	signal: AbortSignal,
): Promise<LocalServer | undefined> {
	try {
		const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		const response = await fetch(candidate.listUrl, { signal: limited });
		const { name, baseUrl } = candidate;
		return { name, baseUrl, models: candidate.modelsOf(await response.json()) };
	} catch {
		// nothing there, or something else on that port: both mean "not found"
		return undefined;
	}
}
