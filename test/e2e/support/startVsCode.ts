// A real VS Code with Kiln installed, on a workspace of the test's own, driven through its window. Each call has its
// own user data, extensions, home folder and browser; `stop` leaves nothing running and nothing on disk but the
// logs and screenshots below test-output/.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import {
	ensureChromium,
	ensureCodeServer,
	outputDir,
	sampleWorkspace,
	vsixPath,
} from "../../../scripts/lib/prerequisites.mjs";
import { startCodeServer } from "./codeServerProcess.js";
import { addUnpackedExtension, installVsix } from "./installedExtensions.js";
import type { ProcessInfo } from "./processTree.js";
import { makeTemporaryRoot, removeRoot } from "./temporaryRoot.js";
import { VsCodeWindow } from "./VsCodeWindow.js";

export type Theme = "dark" | "light" | "hc" | "hc-light";

export interface VsCodeOptions {
	/** Files of the workspace by relative path, or "sample" for test/fixtures/sample-workspace. */
	readonly workspace?: Readonly<Record<string, string | Uint8Array>> | "sample";
	/** User settings, over the quiet defaults below. */
	readonly settings?: Readonly<Record<string, unknown>>;
	/** The extension to test; dist/kiln.vsix unless said otherwise. */
	readonly vsixPath?: string;
	/** A ready extensions folder, used as it is in place of installing `vsixPath`. */
	readonly extensionsDir?: string;
	/** Folders of unpacked extensions (package.json and code) to load beside Kiln. */
	readonly extraExtensions?: readonly string[];
	/** Folders are not trusted until the person says so, as in a VS Code that is as it came. */
	readonly isRestricted?: boolean;
	readonly theme?: Theme;
	readonly width?: number;
	readonly height?: number;
	/** Variables for the server, hence for the extension host and what it starts. */
	readonly env?: Readonly<Record<string, string>>;
	/** Names the log folder: test-output/logs/<name>. */
	readonly name?: string;
}

export interface VsCode extends VsCodeWindow {
	/** of the server; with `?folder=…`, `?workspace=…` or `?ew=true` it opens that, a workspace or nothing */
	readonly url: string;
	readonly workspaceDir: string;
	readonly userDataDir: string;
	/** The extension host's home folder: what would be `~` for a user. */
	readonly homeDir: string;
	readonly logDir: string;
	extensionHostPid(): number | undefined;
	/** The process that draws the window, webviews included. */
	rendererPid(): Promise<number | undefined>;
	/** Closes everything; resolves with the processes that had to be killed, for tests about leaks. */
	stop(): Promise<ProcessInfo[]>;
}

const themes: Readonly<Record<Theme, string>> = {
	dark: "Dark Modern",
	light: "Light Modern",
	hc: "Default High Contrast",
	"hc-light": "Default High Contrast Light",
};

/** Nothing that pops up, phones home or takes room; a test sees Kiln and the editor. */
const quietSettings: Readonly<Record<string, unknown>> = {
	"chat.commandCenter.enabled": false,
	"chat.disableAIFeatures": true,
	"extensions.autoCheckUpdates": false,
	"extensions.autoUpdate": false,
	"extensions.ignoreRecommendations": true,
	"git.autofetch": false,
	"git.openRepositoryInParentFolders": "never",
	"remote.autoForwardPorts": false,
	"telemetry.telemetryLevel": "off",
	"update.mode": "none",
	"update.showReleaseNotes": false,
	"window.confirmBeforeClose": "never",
	"workbench.editor.useModal": "off",
	"workbench.enableExperiments": false,
	"workbench.secondarySideBar.defaultVisibility": "hidden",
	"workbench.startupEditor": "none",
	"workbench.tips.enabled": false,
	"workbench.welcomePage.walkthroughs.openOnInstall": false,
};

const chromiumFlags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

let started = 0;

export async function startVsCode(options: VsCodeOptions = {}): Promise<VsCode> {
	const codeServer = await ensureCodeServer();
	const executablePath = await ensureChromium();
	const paths = prepareFolders(options);
	const onStop: Array<() => unknown> = [() => removeRoot(paths.root)];
	let survivors: ProcessInfo[] = [];
	const stop = async () => {
		await runAll(onStop.splice(0).reverse());
		return survivors;
	};
	try {
		const extensionsDir = options.extensionsDir ?? join(paths.root, "extensions");
		if (!options.extensionsDir) installVsix(codeServer, options.vsixPath ?? vsixPath, extensionsDir);
		for (const folder of options.extraExtensions ?? []) addUnpackedExtension(folder, extensionsDir);
		const server = await startCodeServer(codeServer, {
			root: paths.root,
			workspaceDir: paths.workspaceDir,
			extensionsDir,
			logFile: join(paths.logDir, "server.log"),
			env: options.env ?? {},
			isRestricted: options.isRestricted ?? false,
		});
		onStop.push(async () => {
			survivors = await server.stop();
			keepLogs(paths);
		});
		const browser = await chromium.launch({ executablePath, headless: true, args: chromiumFlags });
		onStop.push(() => browser.close());
		const window = new VsCodeWindow(await newPage(browser, options), paths.logDir);
		await window.open(server.url);
		return Object.assign(window, {
			url: server.url,
			workspaceDir: paths.workspaceDir,
			userDataDir: paths.userDataDir,
			homeDir: paths.homeDir,
			logDir: paths.logDir,
			extensionHostPid: () => server.extensionHostPid(),
			rendererPid: () => window.largestRendererPid(),
			stop,
		});
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Each step has its turn, also after one that failed; the first failure is told at the end. */
async function runAll(steps: ReadonlyArray<() => unknown>): Promise<void> {
	const errors: unknown[] = [];
	for (const step of steps) {
		try {
			await step();
		} catch (error) {
			errors.push(error);
		}
	}
	if (errors.length > 0) throw errors[0];
}

async function newPage(browser: Browser, { width = 1280, height = 800 }: VsCodeOptions): Promise<Page> {
	const permissions = ["clipboard-read", "clipboard-write"];
	const context = await browser.newContext({ viewport: { width, height }, permissions });
	return context.newPage();
}

type Folders = ReturnType<typeof prepareFolders>;

function prepareFolders(options: VsCodeOptions) {
	const root = makeTemporaryRoot();
	const folders = {
		root,
		workspaceDir: join(root, "workspace"),
		userDataDir: join(root, "user-data"),
		homeDir: join(root, "home"),
		logDir: join(outputDir, "logs", options.name ?? `vscode-${process.pid}-${++started}`),
	};
	rmSync(folders.logDir, { recursive: true, force: true });
	for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
	fillWorkspace(folders.workspaceDir, options.workspace);
	const settings = {
		...quietSettings,
		"security.workspace.trust.enabled": options.isRestricted ?? false,
		"security.workspace.trust.startupPrompt": "never",
		"workbench.colorTheme": themes[options.theme ?? "dark"],
		...options.settings,
	};
	mkdirSync(join(folders.userDataDir, "User"), { recursive: true });
	writeFileSync(join(folders.userDataDir, "User", "settings.json"), JSON.stringify(settings, null, "\t"));
	return folders;
}

function fillWorkspace(dir: string, workspace: VsCodeOptions["workspace"] = {}): void {
	if (workspace === "sample") {
		cpSync(sampleWorkspace, dir, { recursive: true });
		return;
	}
	for (const [path, text] of Object.entries(workspace)) {
		mkdirSync(dirname(join(dir, path)), { recursive: true });
		writeFileSync(join(dir, path), text);
	}
}

/** The logs of VS Code's server and extension hosts (`logs/<time>/exthost1/kiln.kiln/…` is Kiln's own). */
function keepLogs({ userDataDir, logDir }: Folders): void {
	const logs = join(userDataDir, "logs");
	if (existsSync(logs)) cpSync(logs, join(logDir, "logs"), { recursive: true });
}
