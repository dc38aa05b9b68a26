import { serverEnvironment } from "@services/mcp/sdk/serverEnvironment";
import { describe, expect, it } from "vitest";

describe("the environment of a server's process", () => {
	it("holds what programs need, and the entry's own as they are", () => {
		const machine = {
			PATH: "/bin",
			HOME: "/home/me",
			LANG: "C",
			LC_ALL: "C",
			XDG_CACHE_HOME: "/c",
			https_proxy: "http://proxy",
			NODE_EXTRA_CA_CERTS: "/ca.pem",
		};
		expect(serverEnvironment(machine, { MY_TOKEN: "y", LANG: "de" }, "linux")).toEqual({
			...machine,
			LANG: "de",
			MY_TOKEN: "y",
		});
	});

	it.each([
		"GITHUB_TOKEN",
		"AWS_SECRET_ACCESS_KEY",
		"DATABASE_URL",
		"GITHUB_PAT",
		"NODE_OPTIONS",
		"LD_PRELOAD",
		"SSH_AUTH_SOCK",
		"VSCODE_IPC_HOOK_CLI",
		"ELECTRON_RUN_AS_NODE",
		"KILN_API",
		"PATHS",
	])("leaves out %s", (name) => {
		expect(serverEnvironment({ [name]: "x" }, {}, "linux")).toEqual({});
		expect(serverEnvironment({ [name]: "x" }, {}, "win32")).toEqual({});
	});

	it("has each variable once where names know no case", () => {
		const machine = { Path: "C:\\a", Temp: "t", "ProgramFiles(x86)": "C:\\p" };
		expect(serverEnvironment(machine, { PATH: "C:\\b" }, "win32")).toEqual({
			PATH: "C:\\b",
			Temp: "t",
			"ProgramFiles(x86)": "C:\\p",
		});
	});
});
