import { browserOpener, openInBrowser } from "@hosts/terminal/mcp/openInBrowser";
import { expect, it } from "vitest";

const url = "https://auth.example/a?b=c&calc.exe";

it.each([
	["darwin", {}, { program: "open", args: [url] }],
	["win32", {}, { program: "rundll32", args: ["url.dll,FileProtocolHandler", url] }],
	["linux", { DISPLAY: ":0" }, { program: "xdg-open", args: [url] }],
	["linux", { WAYLAND_DISPLAY: "w" }, { program: "xdg-open", args: [url] }],
	["linux", {}, undefined],
] as const)("opens with what %s has (%o)", (platform, variables, opener) =>
	expect(browserOpener(url, platform, variables)).toEqual(opener),
);

it.each(["file:///etc/passwd", "vscode://a.b/c", "javascript:alert(1)"])("opens no %s", (address) =>
	expect(browserOpener(address, "darwin", {})).toBeUndefined(),
);

it("says that nothing was opened where the program is missing", async () => {
	const before = process.env.PATH;
	process.env.PATH = "";
	try {
		expect(await openInBrowser(url, "linux", { DISPLAY: ":0" })).toBe(false);
	} finally {
		process.env.PATH = before;
	}
});
