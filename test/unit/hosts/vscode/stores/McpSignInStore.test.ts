import { McpSignInStore } from "@hosts/vscode/stores/McpSignInStore";
import { expect, it } from "vitest";
import { realClock } from "../../../../integration/mcp/support/realClock";
import { createTempDir } from "../../../support/tempDir";

it("says that the keychain is what does not work", async () => {
	const fail = () => Promise.reject(new Error("the keychain is locked"));
	const store = new McpSignInStore({ get: fail, store: fail, delete: fail }, createTempDir(), realClock);
	const failure = expect.objectContaining({
		code: "io_error",
		message: expect.stringMatching(/secret storage.*the keychain is locked/),
	});
	await expect(store.get("a")).rejects.toEqual(failure);
	await expect(store.set("a", "1")).rejects.toEqual(failure);
	await expect(store.delete("a")).rejects.toEqual(failure);
});
