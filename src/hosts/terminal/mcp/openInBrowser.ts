import { spawn } from "node:child_process";

interface Opener {
	readonly program: string;
	readonly args: readonly string[];
}

/**
 * What opens an address in the person's browser; undefined: this machine shows none. No shell takes part: an address is
 * a stranger's text.
 */
export function browserOpener(
	url: string,
	platform: NodeJS.Platform,
	variables: Readonly<Record<string, string | undefined>>,
): Opener | undefined {
	const { protocol, href } = new URL(url);
	if (!/^https?:$/.test(protocol)) return undefined;
	if (platform === "darwin") return { program: "open", args: [href] };
	if (platform === "win32") return { program: "rundll32", args: ["url.dll,FileProtocolHandler", href] };
	// without a display it would start a browser within this terminal
	const hasDisplay = Boolean(variables.DISPLAY) || Boolean(variables.WAYLAND_DISPLAY);
	return hasDisplay ? { program: "xdg-open", args: [href] } : undefined;
}

/** Resolves with whether a program could be started that opens it. */
export function openInBrowser(
	url: string,
	platform: NodeJS.Platform,
	variables: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
	const opener = browserOpener(url, platform, variables);
	if (opener === undefined) return Promise.resolve(false);
	return new Promise((resolve) => {
		const child = spawn(opener.program, [...opener.args], { detached: true, stdio: "ignore" });
		child.once("error", () => resolve(false));
		child.once("spawn", () => resolve(true));
		child.unref();
	});
}
