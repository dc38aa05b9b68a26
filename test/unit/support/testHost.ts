import { homedir } from "node:os";
import type { Diagnostic, FileEdit, Host, StoragePort, TerminalView } from "@shared/host";
import { createTempDir } from "./tempDir";
import { TestClock } from "./testClock";
import { TestDocuments } from "./testDocuments";

export interface TestHostOptions {
	readonly roots?: readonly string[];
	readonly isTrusted?: boolean;
	/** default: this process's environment */
	readonly variables?: Readonly<Record<string, string>>;
	readonly shell?: string;
	readonly homeDir?: string;
	readonly ripgrepPath?: string;
	/** default: a fresh temporary folder */
	readonly storageRoot?: string;
	/** start of the clock, in ms */
	readonly now?: number;
	readonly fetch?: typeof globalThis.fetch;
	/** false: the host has no terminal tabs, as the CLI (default: true) */
	readonly hasTerminals?: boolean;
	/** false: the host has no browser to open addresses in (default: true) */
	readonly canOpen?: boolean;
}

export interface ShownDiff extends FileEdit {
	readonly callId: string;
	readonly title: string;
}

/** What a test wrote into a terminal tab, and the person's side of it. */
export interface ShownTerminal {
	readonly title: string;
	readonly cwd: string;
	output: string;
	/** undefined while it runs */
	exitCode: number | null | undefined;
	isDisposed: boolean;
	readonly type: (text: string) => void;
	readonly close: () => void;
}

/** The in-memory host with what a test looks at. */
export interface TestHost extends Host {
	readonly documents: TestDocuments;
	readonly clock: TestClock;
	/** diffs that are open, by call id */
	readonly diffs: ReadonlyMap<string, ShownDiff>;
	readonly shownTerminals: readonly ShownTerminal[];
	/** what the editor says about files; a test fills it */
	readonly reported: Diagnostic[];
	/** addresses that were opened for the person */
	readonly openedUrls: readonly string[];
	/** "warn: message" */
	readonly logLines: readonly string[];
}

/** A host in memory over the real environment. To be called from a test or a `beforeEach`. */
export function createTestHost(options: TestHostOptions = {}): TestHost {
	const diffs = new Map<string, ShownDiff>();
	const shownTerminals: ShownTerminal[] = [];
	const logLines: string[] = [];
	const reported: Diagnostic[] = [];
	const openedUrls: string[] = [];
	const roots = options.roots ?? [createTempDir("kiln-root")];
	return {
		workspace: { roots: () => roots, isTrusted: () => options.isTrusted ?? true },
		documents: new TestDocuments(),
		diffs,
		diff: {
			async show(edit) {
				diffs.set(edit.callId, edit);
			},
			async close(callId) {
				diffs.delete(callId);
			},
		},
		reported,
		diagnostics: { list: (path) => reported.filter((each) => path === undefined || each.path === path) },
		openedUrls,
		external: {
			async open(url) {
				openedUrls.push(url);
				return options.canOpen ?? true;
			},
		},
		shownTerminals,
		terminals: {
			show: (shown) => (options.hasTerminals === false ? undefined : openTerminal(shown, shownTerminals)),
		},
		environment: createEnvironment(options),
		network: { fetch: options.fetch ?? globalThis.fetch },
		storage: createStorage(options.storageRoot),
		logLines,
		log: {
			debug: (message) => logLines.push(`debug: ${message}`),
			info: (message) => logLines.push(`info: ${message}`),
			warn: (message) => logLines.push(`warn: ${message}`),
			error: (message) => logLines.push(`error: ${message}`),
		},
		clock: new TestClock(options.now),
	};
}

function createEnvironment(options: TestHostOptions): Host["environment"] {
	return {
		variables: async () => options.variables ?? definedVariables(process.env),
		shell: () => options.shell ?? "/bin/bash",
		platform: process.platform === "darwin" || process.platform === "win32" ? process.platform : "linux",
		homeDir: options.homeDir ?? homedir(),
		timeZone: "UTC",
		ripgrepPath: () => options.ripgrepPath,
		hostName: "test",
	};
}

function createStorage(root: string | undefined): StoragePort {
	return { root: root ?? createTempDir("kiln-storage") };
}

function definedVariables(variables: NodeJS.ProcessEnv): Record<string, string> {
	const entries = Object.entries(variables).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return Object.fromEntries(entries);
}

type TerminalOptions = Parameters<Host["terminals"]["show"]>[0];

function openTerminal(options: TerminalOptions, shown: ShownTerminal[]): TerminalView {
	const terminal: ShownTerminal = {
		title: options.title,
		cwd: options.cwd,
		output: "",
		exitCode: undefined,
		isDisposed: false,
		type: (text) => options.onInput(text),
		close: () => options.onClose(),
	};
	shown.push(terminal);
	return {
		write: (text) => {
			terminal.output += text;
		},
		finished: (exitCode) => {
			terminal.exitCode = exitCode;
		},
		dispose: () => {
			terminal.isDisposed = true;
		},
	};
}
