/**
 * The ports through which the engine sees its surroundings: VS Code, the terminal or a test. Types only, plain data,
 * no editor types. Whatever a host cannot do, it says with `undefined` or an empty list, never by throwing.
 */

export interface Disposable {
	dispose(): void;
}

export interface Host {
	readonly workspace: WorkspacePort;
	readonly documents: DocumentsPort;
	readonly diff: DiffPort;
	readonly diagnostics: DiagnosticsPort;
	readonly terminals: TerminalsPort;
	readonly external: ExternalPort;
	readonly environment: EnvironmentPort;
	readonly network: NetworkPort;
	readonly storage: StoragePort;
	readonly log: LogPort;
	readonly clock: ClockPort;
}

export interface WorkspacePort {
	/** absolute paths, first is the primary root; never empty while a task runs */
	roots(): readonly string[];
	isTrusted(): boolean;
}

export interface OpenDocument {
	/** absolute path */
	readonly path: string;
	readonly text: string;
	/** grows with every change of the buffer */
	readonly version: number;
	readonly isDirty: boolean;
}

/** Editor buffers. The terminal host has none. */
export interface DocumentsPort {
	/** the open buffer of a file, if the editor has one */
	open(path: string): OpenDocument | undefined;
	/** Replaces the buffer's text as one undo step and saves. Refuses (false) when `version` is no longer current. */
	applyAndSave(path: string, text: string, version: number): Promise<boolean>;
	visiblePaths(): readonly string[];
	openPaths(): readonly string[];
	/** files that a person changed since `since` (ms), outside Kiln's own edits */
	changedByUserSince?(since: number): readonly string[];
}

export interface FileEdit {
	/** absolute path */
	readonly path: string;
	/** null: the file does not exist before */
	readonly before: string | null;
	/** null: the file is deleted */
	readonly after: string | null;
}

/** Shows a proposed edit before it is written. Both sides are virtual; nothing touches disk; never takes focus. */
export interface DiffPort {
	show(edit: FileEdit & { readonly callId: string; readonly title: string }): Promise<void>;
	close(callId: string): Promise<void>;
}

export interface Diagnostic {
	/** absolute path */
	readonly path: string;
	/** from 1 */
	readonly line: number;
	readonly column: number;
	readonly severity: "error" | "warning" | "info" | "hint";
	readonly message: string;
	/** "ts 2304", "eslint" */
	readonly source?: string | undefined;
}

/** What the editor's languages say about files. The terminal host knows nothing. */
export interface DiagnosticsPort {
	/** of one file, or of all */
	list(path?: string): readonly Diagnostic[];
}

/** What lies outside of the host: the person's browser. */
export interface ExternalPort {
	/** Opens an http(s) address for the person; false when this host cannot. */
	open(url: string): Promise<boolean>;
}

/** A tab that shows a command that Kiln runs itself. Output may hold ANSI sequences. */
export interface TerminalView extends Disposable {
	write(text: string): void;
	finished(exitCode: number | null): void;
}

export interface TerminalsPort {
	/** undefined: this host shows commands elsewhere (chat, stdout) */
	show(options: {
		readonly title: string;
		readonly cwd: string;
		onInput(text: string): void;
		onClose(): void;
	}): TerminalView | undefined;
	/** the last command and its output in the person's own active terminal, as far as the host knows it */
	activeOutput?(): { readonly title: string; readonly text: string } | undefined;
}

export interface EnvironmentPort {
	/** the login shell's environment without Kiln's keys and known secrets */
	variables(): Promise<Readonly<Record<string, string>>>;
	/** absolute path of the shell that runs commands */
	shell(): string;
	readonly platform: "linux" | "darwin" | "win32";
	readonly homeDir: string;
	/** IANA name: "Europe/Berlin" */
	readonly timeZone: string;
	/** absolute path of a ripgrep binary that the host brings along */
	ripgrepPath(): string | undefined;
	/** "VS Code 1.105", "terminal" */
	readonly hostName: string;
}

export interface NetworkPort {
	/** knows the editor's proxy and certificates */
	readonly fetch: typeof globalThis.fetch;
}

export interface StoragePort {
	/** absolute path of Kiln's own storage; tasks live in `<root>/tasks` */
	readonly root: string;
}

export interface LogPort {
	debug(message: string): void;
	info(message: string): void;
	warn(message: string): void;
	error(message: string): void;
}

export interface ClockPort {
	/** milliseconds since the epoch */
	now(): number;
	/** rejects with an AbortError as soon as `signal` aborts */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
