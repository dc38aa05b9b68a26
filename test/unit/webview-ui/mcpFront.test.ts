import { expect, it } from "vitest";
import { askedFront, shownFront } from "../../../webview-ui/src/views/mcp/mcpFront";

const trust = { hash: "h", env: {}, headers: {}, oauth: {}, watchPaths: [], variables: [], alwaysAllow: [] };
const asks = { kind: "trust", name: "a" } as const;

it("asks as long as the server waits, and leaves the list alone after that", () => {
	const waiting = { name: "a", trust };
	expect(shownFront(asks, [waiting])).toBe(asks);
	expect(askedFront(asks, [waiting])).toBe(waiting);
	for (const servers of [[], [{ name: "a" }], [{ name: "b", trust }]]) {
		expect(shownFront(asks, servers)).toBeNull();
		expect(askedFront(asks, servers)).toBeUndefined();
	}
});

it("keeps a form whatever becomes of the servers", () => {
	const form = { kind: "form", server: null } as const;
	expect(shownFront(form, [])).toBe(form);
	expect(shownFront(null, [])).toBeNull();
});
