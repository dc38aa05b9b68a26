import { withoutSecrets } from "@services/terminal/withoutSecrets";
import { describe, expect, it } from "vitest";

describe("withoutSecrets", () => {
	it("leaves out secrets and what belongs to Kiln and the editor", () => {
		const variables = {
			PATH: "/bin",
			SSH_AUTH_SOCK: "/tmp/agent",
			OPENAI_API_KEY: "x",
			github_token: "x",
			DB_PASSWORD: "x",
			AWS_SECRET_ACCESS: "x",
			KILN_HOME: "x",
			VSCODE_IPC_HOOK: "x",
			ELECTRON_RUN_AS_NODE: "1",
			EMPTY: undefined,
		};
		expect(withoutSecrets(variables)).toEqual({ PATH: "/bin", SSH_AUTH_SOCK: "/tmp/agent" });
	});
});
