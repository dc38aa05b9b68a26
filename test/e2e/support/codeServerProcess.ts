// One running code-server: VS Code's server, extension host and terminals, in a process group of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type CodeServer, node24Env } from "../../../scripts/lib/prerequisites.mjs";
import { descendantsOf, isAlive, type ProcessInfo, processesMarked, signalProcess } from "./processTree.js";
import { rootMark } from "./temporaryRoot.js";

export interface CodeServerOptions {
	/** Holds `user-data`, `extensions` and `home`; removed by the caller. */
	readonly root: string;
	readonly workspaceDir: string;
	readonly extensionsDir: string;
	readonly logFile: string;
	readonly env: Readonly<Record<string, string>>;
	readonly isRestricted: boolean;
}

export interface RunningCodeServer {
	readonly url: string;
	readonly pid: number;
	/** The extension host's process id; it changes when the window is reloaded. */
	extensionHostPid(): number | undefined;
	/** Ends everything that was started, and names what had outlived an orderly end (a leak worth testing for). */
	stop(): Promise<ProcessInfo[]>;
}

const startTimeoutMs = 60_000;
const orderlyEndMs = 5_000;

export async function startCodeServer(
	codeServer: CodeServer,
	options: CodeServerOptions,
): Promise<RunningCodeServer> {
	const mark = rootMark(options.root);
	const child = spawn(codeServer.node, argumentsFor(codeServer, options), {
		cwd: options.workspaceDir,
		env: { ...quietEnv(), HOME: join(options.root, "home"), KILN_E2E_ROOT: options.root, ...options.env },
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const pid = child.pid;
	if (pid === undefined) throw new Error(`code-server could not be started with ${codeServer.node}`);
	const killGroup = () => signalProcess(-pid, "SIGKILL");
	// A test run that is stopped half-way must not leave a VS Code behind.
	process.once("exit", killGroup);
	const stop = async () => {
		const survivors = await endAll(child, pid, mark);
		process.off("exit", killGroup);
		return survivors;
	};
	try {
		const url = await listeningUrl(child, options.logFile);
		return { url, pid, stop, extensionHostPid: () => newestExtensionHost(pid) };
	} catch (error) {
		await stop();
		throw error;
	}
}

function argumentsFor(
	codeServer: CodeServer,
	{ root, extensionsDir, workspaceDir, isRestricted }: CodeServerOptions,
): string[] {
	return [
		codeServer.entry,
		...["--config", join(root, "config.yaml")],
		...["--auth", "none"],
		...["--bind-addr", "127.0.0.1:0"],
		...["--user-data-dir", join(root, "user-data")],
		...["--extensions-dir", extensionsDir],
		// Ends a server whose test runner was killed with SIGKILL and could not end it.
		...["--idle-timeout-seconds", "900"],
		"--disable-telemetry",
		"--disable-update-check",
		...(isRestricted ? [] : ["--disable-workspace-trust"]),
		"--disable-getting-started-override",
		workspaceDir,
	];
}

/** The developer's environment without what the test runner, or a VS Code around it, put there. */
function quietEnv(): Record<string, string> {
	const unwanted =
		/^(VITEST|VSCODE_|XDG_|ELECTRON_|NODE_ENV$|NODE_OPTIONS$|TEST$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/;
	return Object.fromEntries(Object.entries(node24Env()).filter(([name]) => !unwanted.test(name)));
}

function listeningUrl(child: ChildProcess, logFile: string): Promise<string> {
	const log = createWriteStream(logFile);
	let seen = "";
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => reject(new Error(`code-server is silent, see ${logFile}`)),
			startTimeoutMs,
		);
		const listen = (text: string) => {
			log.write(text);
			if (seen.length < 100_000) seen += text;
			const url = /HTTP server listening on (http:\S+)/.exec(seen)?.[1];
			if (url) {
				clearTimeout(timer);
				resolve(url);
			}
		};
		child.stdout?.setEncoding("utf8").on("data", listen);
		child.stderr?.setEncoding("utf8").on("data", listen);
		child.once("close", (code) => {
			clearTimeout(timer);
			log.end();
			reject(new Error(`code-server ended with code ${code}:\n${seen.slice(-2_000)}`));
		});
	});
}

function newestExtensionHost(pid: number): number | undefined {
	const hosts = descendantsOf(pid).filter(({ command }) => command.includes("--type=extensionHost"));
	return hosts.map((host) => host.pid).sort((a, b) => b - a)[0];
}

/** First the polite signal, so that extensions are deactivated; then whatever is left is killed. */
async function endAll(child: ChildProcess, pid: number, mark: string): Promise<ProcessInfo[]> {
	const known = descendantsOf(pid);
	const left = () => {
		const alive = new Map([...descendantsOf(pid), ...processesMarked(mark)].map((info) => [info.pid, info]));
		for (const info of known) if (isAlive(info.pid)) alive.set(info.pid, info);
		return [...alive.values()];
	};
	signalProcess(-pid, "SIGTERM");
	const deadline = Date.now() + orderlyEndMs;
	while ((child.exitCode === null && child.signalCode === null) || left().length > 0) {
		if (Date.now() > deadline) break;
		await wait(50);
	}
	const survivors = left();
	signalProcess(-pid, "SIGKILL");
	for (const info of survivors) signalProcess(info.pid, "SIGKILL");
	return survivors;
}
