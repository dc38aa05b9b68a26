import { jsonState } from "@hosts/terminal/mcp/showServer";
import type { McpTrustRequest } from "@shared/mcp";
import { mcpStatuses } from "@shared/mcp";
import { expect, it } from "vitest";
import { serverState } from "../../vscode/support/fakeMcp";

const key = "sk-not-for-eyes";
const trust: McpTrustRequest = {
	hash: "h",
	url: "https://example.org/mcp",
	env: { TOKEN: key },
	headers: { Authorization: key },
	oauth: { clientSecret: key },
	watchPaths: [],
	variables: [],
	alwaysAllow: [],
};

it.each(mcpStatuses.filter((status) => status !== "awaiting_trust"))(
	"names values, no more, when %s",
	(status) => {
		const shown = jsonState(serverState({ status, trust, runHash: key }));
		expect(JSON.stringify(shown)).not.toContain(key);
		expect(Object.keys(shown.trust?.env ?? {})).toEqual(["TOKEN"]);
		expect(Object.keys(shown.trust?.headers ?? {})).toEqual(["Authorization"]);
		expect(Object.keys(shown.trust?.oauth ?? {})).toEqual(["clientSecret"]);
	},
);

it("shows everything while the person has to consent to it", () => {
	const { runHash, ...waiting } = serverState({ status: "awaiting_trust", trust });
	expect(jsonState({ runHash, ...waiting })).toEqual(waiting);
});
