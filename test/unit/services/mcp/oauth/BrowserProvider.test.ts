import { BrowserProvider } from "@services/mcp/oauth/BrowserProvider";
import { expect, it } from "vitest";

const create = () =>
	new BrowserProvider({
		record: { url: "https://tools.example/mcp", port: 1 },
		entry: undefined,
		clientMetadataUrl: undefined,
		save: async () => {},
	});

it("leads to web pages only: a server may name any address", () => {
	const provider = create();
	for (const address of ["file:///etc/passwd", "vscode://ann.evil/run", "command:kiln.approve"]) {
		expect(() => provider.redirectToAuthorization(new URL(address))).toThrow("no web page");
	}
	expect(provider.page).toBeUndefined();
	provider.redirectToAuthorization(new URL("https://login.example/authorize"));
	expect(provider.page?.host).toBe("login.example");
});
