import { expect, it } from "vitest";
import { alwaysAllow } from "../../../webview-ui/src/text/alwaysAllow";

const body = { kind: "mcp" as const, server: "s", name: "t", input: "{}", images: [] };

it("allows the tool as it was when the person was asked", () => {
	const command = { type: "mcp_always_allow", name: "s", tool: "t", isAllowed: true };
	expect(alwaysAllow({ ...body, fingerprint: "f" })).toEqual({ ...command, fingerprint: "f" });
	// a card of before fingerprints were kept
	expect(alwaysAllow(body)).toEqual(command);
});
