// A Chromium to drive VS Code's workbench and test pages with. The browser that the machine has is used; no test
// tool downloads one of its own.
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, say, seconds } from "./progress.mjs";
import { projectRoot } from "./project.mjs";
import { cleanEnv, findOnPath, run, succeeds } from "./run.mjs";
import { withLock } from "./withLock.mjs";

const names = [
	"chromium",
	"chromium-browser",
	"google-chrome-stable",
	"google-chrome",
	"chrome",
	"microsoft-edge-stable",
	"microsoft-edge",
	"msedge",
];

const usualPlaces = {
	linux: [
		"/usr/lib/chromium/chromium",
		"/opt/google/chrome/chrome",
		"/opt/microsoft/msedge/msedge",
		"/snap/bin/chromium",
	],
	darwin: [
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
	],
	win32: [process.env.ProgramFiles, process.env["ProgramFiles(x86)"], process.env.LOCALAPPDATA]
		.filter(Boolean)
		.flatMap((folder) => [
			join(folder, "Google", "Chrome", "Application", "chrome.exe"),
			join(folder, "Chromium", "Application", "chrome.exe"),
			join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
		]),
};

/**
 * The path of Chromium, Chrome or Edge: `KILN_CHROMIUM` if set, else the first one found, else (Debian and Ubuntu,
 * where the rights are there) the distribution's package, installed now.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
	const chosen = process.env.KILN_CHROMIUM;
	if (chosen) {
		if (isExecutable(chosen)) return chosen;
		throw new ScriptError(
			`KILN_CHROMIUM names ${chosen}, which is not a program.`,
			"Correct it or unset it.",
		);
	}
	const found = findChromium();
	if (found) return found;
	await withLock(join(projectRoot, ".cache", "chromium.lock"), async () => {
		if (!findChromium()) await installWithApt();
	});
	const installed = findChromium();
	if (installed) return installed;
	throw new ScriptError("No Chromium, Chrome or Edge was found.", howToInstall());
}

/** @returns {string | undefined} */
export function findChromium() {
	for (const name of names) {
		const path = findOnPath(name);
		if (path && isExecutable(path) && !isSnapStub(path)) return path;
	}
	return (usualPlaces[process.platform] ?? []).find(isExecutable);
}

async function installWithApt() {
	if (process.platform !== "linux" || !findOnPath("apt-get")) return;
	const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
	if (sudo.length > 0 && !succeeds("sudo", ["-n", "true"])) return;
	say("installing Chromium with apt-get (about a minute) …");
	const startedAt = Date.now();
	// Through `env`, since sudo drops the caller's environment; without it a package may stop to ask something.
	const apt = (...args) => {
		const [command, ...rest] = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
		return run(command, rest, { env: cleanEnv(), capture: true });
	};
	// A failed update (one stale source is enough) need not matter: the install tells.
	await apt("update");
	// Fonts, too: a server has none, and then no text is drawn.
	const packages = ["chromium", "fonts-liberation"];
	const { code, output } = await apt("install", "-y", "--no-install-recommends", ...packages);
	if (code === 0) say(`Chromium installed in ${seconds(startedAt)}`);
	else say(`apt-get could not install chromium:\n${output.trim().split("\n").slice(-10).join("\n")}`);
}

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Ubuntu's `chromium-browser` is a script that only tells to install the snap, until that is there. */
function isSnapStub(path) {
	if (!path.endsWith("chromium-browser") || existsSync("/snap/bin/chromium")) return false;
	try {
		return readFileSync(path, "utf8").slice(0, 4096).includes("snap install");
	} catch {
		return false;
	}
}

function howToInstall() {
	const how = {
		linux:
			"Install it: `sudo apt-get install chromium` (Debian, Ubuntu), `sudo dnf install chromium` (Fedora).",
		darwin: "Install it: `brew install --cask chromium`, or Google Chrome from its site.",
		win32: "Install Google Chrome or Microsoft Edge.",
	};
	return `${how[process.platform] ?? "Install one of them."}\nOr set KILN_CHROMIUM to the program's path.`;
}
