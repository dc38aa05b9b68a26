import type { McpServerSummary, McpToolSummary } from "@shared/mcp-view";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { McpActions } from "../../../webview-ui/src/state/useMcp";
import { McpServerTrouble } from "../../../webview-ui/src/views/mcp/McpServerTrouble";
import { McpToolItem } from "../../../webview-ui/src/views/mcp/McpToolItem";

const actions: McpActions = { run: async () => true, failure: null, dismiss: () => {}, busy: new Set() };
const tool: McpToolSummary = {
	name: "for\u202Ecast",
	description: "Tells the weather.",
	parameters: [],
	hints: {},
	isEnabled: true,
	isAlwaysAllowed: false,
	hasChanged: false,
	fingerprint: "f",
};
const server: McpServerSummary = {
	name: "weather",
	scope: { kind: "global" },
	status: "connected",
	failedTries: 0,
	needsSignIn: false,
	isSignedIn: false,
	isSigningIn: false,
	target: "node weather.js",
	runHash: "r",
	timeoutSeconds: 60,
	isWhole: true,
	counts: { tools: 1, resources: 0, prompts: 0 },
	catalogue: { tools: [], resources: [], resourceTemplates: [], prompts: [], notes: [] },
	changedTools: ["forecast"],
	stderr: [],
	log: [],
};

const toolItem = (changes: Partial<McpToolSummary>) =>
	renderToStaticMarkup(<McpToolItem server="weather" tool={{ ...tool, ...changes }} run={actions.run} />);
const trouble = (changes: Partial<McpServerSummary>) =>
	renderToStaticMarkup(
		<McpServerTrouble server={{ ...server, ...changes }} actions={actions} onReview={() => {}} />,
	);
const allowBox = (html: string) => /<vscode-checkbox[^>]*mcp-tool-allow[^>]*>/.exec(html)?.[0];

it("lets nobody allow a changed tool for good beside the place where its words are shown", () => {
	expect(allowBox(toolItem({}))).not.toContain("disabled");
	expect(allowBox(toolItem({ hasChanged: true }))).toContain("disabled");
});

it("shows a tool's name nowhere with its hidden characters", () => {
	expect(toolItem({}).replace(/data-tool="[^"]*"/, "")).not.toContain("\u202E");
});

it("asks to accept changed tools only while it can show them", () => {
	const catalogue = { ...server.catalogue, tools: [{ ...tool, hasChanged: true, told: "New words." }] };
	expect(trouble({ catalogue })).toContain("New words.");
	expect(trouble({ status: "failed", reason: "gone" })).not.toContain("Accept them");
});
