// A VS Code in the browser with Kiln installed, until Ctrl+C.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureCodeServer } from "./ensureCodeServer.mjs";
import { node24Env } from "./ensureNode24.mjs";
import { ScriptError, say } from "./progress.mjs";
import { cacheDir } from "./project.mjs";
import { findOnPath, runOrFail } from "./run.mjs";

const home = join(cacheDir, "start");

/** A quiet first screen with Kiln to see; the person may change any of it, so it is written only once. */
const firstSettings = {
	"chat.disableAIFeatures": true,
	"telemetry.telemetryLevel": "off",
	"workbench.colorTheme": "Dark Modern",
	"workbench.secondarySideBar.defaultVisibility": "hidden",
	"workbench.startupEditor": "readme",
};

/** Resolves with the exit code when the server has ended. */
export async function serveInBrowser({ vsix, workspace, port, open }) {
	const codeServer = await ensureCodeServer();
	const folders = ["--user-data-dir", join(home, "user-data"), "--extensions-dir", join(home, "extensions")];
	const base = [codeServer.entry, "--config", join(home, "config.yaml"), ...folders];
	writeFirstSettings();
	say("installing Kiln in it …");
	const env = browserEnv();
	await runOrFail(codeServer.node, [...base, "--install-extension", vsix, "--force"], { env, capture: true });
	say("starting VS Code …");
	const server = spawn(
		codeServer.node,
		[
			...base,
			...["--auth", "none", "--bind-addr", `127.0.0.1:${port}`],
			...["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"],
			workspace,
		],
		// A group of its own: Ctrl+C reaches this script alone, which then ends the group in order.
		{ env, detached: true, stdio: ["ignore", "pipe", "pipe"] },
	);
	endWithThisScript(server);
	return new Promise((resolve, reject) => {
		let seen = "";
		let url;
		const listen = (text) => {
			if (url) return;
			seen += text;
			url = /HTTP server listening on (http:\S+)/.exec(seen)?.[1];
			if (url) announce(url, open);
		};
		server.stdout.setEncoding("utf8").on("data", listen);
		server.stderr.setEncoding("utf8").on("data", listen);
		server.once("error", reject);
		server.once("close", (code) => {
			if (url) resolve(code ?? 0);
			else reject(new ScriptError("VS Code did not start.", seen.slice(-2_000)));
		});
	});
}

function writeFirstSettings() {
	const settings = join(home, "user-data", "User", "settings.json");
	if (existsSync(settings)) return;
	mkdirSync(join(home, "user-data", "User"), { recursive: true });
	writeFileSync(settings, `${JSON.stringify(firstSettings, null, "\t")}\n`);
}

/** Started from a terminal inside VS Code, the server would take itself for a part of that one. */
function browserEnv() {
	return Object.fromEntries(
		Object.entries(node24Env()).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)),
	);
}

function announce(url, open) {
	say("Kiln is ready: the kiln icon in the activity bar on the left. Ctrl+C stops it.");
	console.log(`\n    ${url}\n`);
	if (process.env.SSH_CONNECTION) {
		const port = new URL(url).port;
		say(`On another machine? There: ssh -L ${port}:127.0.0.1:${port} <this machine>, then open the address.`);
	}
	if (open) openAddress(url);
}

/** Best effort: the address is on screen anyway. */
function openAddress(url) {
	const opener = process.platform === "darwin" ? "open" : "xdg-open";
	const hasScreen = process.platform === "darwin" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
	const path = findOnPath(opener);
	if (!hasScreen || !path) return;
	const child = spawn(path, [url], { detached: true, stdio: "ignore" });
	child.once("error", () => {});
	child.unref();
}

function endWithThisScript(server) {
	const signalGroup = (signal) => {
		try {
			process.kill(-server.pid, signal);
		} catch {
			// It has ended already.
		}
	};
	let stopping = false;
	const stop = () => {
		// A second Ctrl+C means: now.
		if (stopping) return signalGroup("SIGKILL");
		stopping = true;
		say("stopping …");
		signalGroup("SIGTERM");
		setTimeout(() => signalGroup("SIGKILL"), 5_000).unref();
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
	process.once("exit", () => signalGroup("SIGKILL"));
}
