import { setTimeout as delay } from "node:timers/promises";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { McpHub } from "@services/mcp/McpHub";
import { memoryOAuthStore } from "@services/mcp/oauth/OAuthStore";
import { memoryTrustStore } from "@services/mcp/trust/McpTrustStore";
import type { McpTool } from "@shared/mcp";

/**
 * The program that the conformance suite runs for each scenario, with the address of its server as the last argument:
 * Kiln's hub as it is, with a person who signs in at once, accepts each form as it stands and calls each tool.
 */
const url = process.argv.at(-1) ?? "";
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const context: Record<string, string> = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** What a person would have written into the configuration, as far as the scenario gives it out. */
function oauthEntry(): Record<string, unknown> | undefined {
	if (context.client_id === undefined) return undefined;
	return {
		clientId: context.client_id,
		...(context.client_secret && { clientSecret: context.client_secret }),
		...(context.private_key_pem && { privateKey: context.private_key_pem }),
		...(context.signing_algorithm && { algorithm: context.signing_algorithm }),
		...(scenario.includes("client-credentials") && { grant: "client_credentials" }),
	};
}

/** The authorization server of the suite sends everybody back at once. */
async function browse(page: string): Promise<boolean> {
	const answer = await fetch(page, { redirect: "manual" });
	const back = answer.headers.get("location");
	if (back) void fetch(back);
	return back !== null;
}

const hub = new McpHub({
	version: "0.0.0",
	clock: { now: () => Date.now(), sleep: (ms, signal) => delay(ms, undefined, { signal }) },
	log: silent,
	fetch: globalThis.fetch,
	platform: process.platform,
	environment: async () => ({}),
	homeDir: "/",
	roots: () => ["/"],
	isWorkspaceTrusted: () => true,
	trust: memoryTrustStore(),
	signIn: {
		store: memoryOAuthStore(),
		openBrowser: browse,
		clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
	},
	onElicit: async () => ({ action: "accept" }),
});

const settled = () => hub.ready(20_000);
const state = () => hub.servers()[0];

/** As a person does when the server's card says so; at most so often, whatever the server wants. */
async function signInWhileAsked(left = 3): Promise<void> {
	await settled();
	if (!state()?.needsSignIn || left === 0) return;
	await hub.signIns.signIn("server");
	await signInWhileAsked(left - 1);
}

function argumentsFor(tool: McpTool): Record<string, unknown> {
	const properties = Object.keys((tool.inputSchema.properties ?? {}) as object);
	return Object.fromEntries(properties.map((name, index) => [name, index + 2]));
}

async function callAll(): Promise<void> {
	for (const tool of state()?.catalogue.tools ?? []) {
		for (let left = 3; left > 0; left--) {
			const isDone = await hub.callTool("server", tool.name, argumentsFor(tool)).then(
				() => true,
				() => !state()?.needsSignIn,
			);
			if (isDone) break;
			await signInWhileAsked(1);
		}
	}
}

const oauth = oauthEntry();
const { entry, problems } = parseEntry({ url, ...(oauth && { oauth }) });
if (!entry) throw new Error(JSON.stringify(problems));
hub.setConfigs({ servers: [{ name: "server", scope: { kind: "global" }, entry }], problems: [] });
try {
	await signInWhileAsked();
	await callAll();
} catch (error) {
	console.error(error);
}
console.log(JSON.stringify({ scenario, status: state()?.status, reason: state()?.reason }));
await hub.stop();
process.exit(state() === undefined ? 0 : 1);
