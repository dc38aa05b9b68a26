import type { NetworkPort } from "@shared/host";
import type { LocalServer } from "@shared/messages";
import type { Profile } from "@shared/settings";
import type { Connections, ConnectionTest } from "./commands/profileCommands";
import type { ApiDeps } from "./createTasks";

const testTimeoutMs = 20_000;
const searchTimeoutMs = 3000;

export function createConnections(deps: ApiDeps): Connections {
	return {
		test: (profile, key) => test(profile, key, deps),
		findLocalServers: () => findServers(deps.fetch),
	};
}

async function test(profile: Profile, key: string | undefined, deps: ApiDeps): Promise<ConnectionTest> {
	const { testConnection } = await import("@api/testConnection");
	const signal = AbortSignal.timeout(testTimeoutMs);
	try {
		return await testConnection(profile, key, deps, signal);
	} catch (error) {
		if (!signal.aborted) throw error;
		const message = `The server did not answer within ${testTimeoutMs / 1000} s.`;
		return { ok: false, message, hint: "Check the base URL and your network.", models: [] };
	}
}

async function findServers(fetch: NetworkPort["fetch"]): Promise<LocalServer[]> {
	const { findLocalServers } = await import("@api/localServers");
	const servers = await findLocalServers(fetch, AbortSignal.timeout(searchTimeoutMs));
	return servers.map(({ name, baseUrl, models }) => ({
		kind: name === "Ollama" ? "ollama" : "lmstudio",
		baseUrl,
		models,
	}));
}
