import { type FileProblem, noProjectFiles, type ProjectFiles } from "@core/instructions/ProjectFiles";
import type { LogPort } from "@shared/host";
import { builtInModes } from "@shared/modes";

/** Nobody knows yet what `.kilocodeignore` says: it may keep any path from tools. */
const unread: ProjectFiles = { ...noProjectFiles(() => builtInModes), isIgnored: () => true };

/**
 * The project's files for the chat and the engine alike. What reads them is loaded with the first `refresh`; until
 * then, and when it fails, there are the built-in modes and no path that a tool may touch.
 */
export class LazyProject implements ProjectFiles {
	private files = unread;
	private loading: Promise<ProjectFiles> | undefined;
	private failure: FileProblem | undefined;

	constructor(
		private readonly load: () => Promise<ProjectFiles>,
		private readonly log: LogPort,
	) {}

	async refresh(touched?: readonly string[]): Promise<void> {
		this.loading ??= this.load();
		const { loading } = this;
		try {
			const files = await loading;
			await files.refresh(touched);
			this.files = files;
			this.failure = undefined;
		} catch (error) {
			// another call may have begun anew meanwhile
			if (this.loading === loading) this.loading = undefined;
			const message = `The project's modes and rules could not be read: ${String(error)}`;
			const hint = "Until they are, Kiln keeps from all files. Reload the window.";
			if (this.files === unread)
				this.failure = { path: ".kilocode", error: { code: "io_error", message, hint } };
			this.log.error(message);
		}
	}

	modes() {
		return this.files.modes();
	}

	instructions(...which: Parameters<ProjectFiles["instructions"]>) {
		return this.files.instructions(...which);
	}

	workflows() {
		return this.files.workflows();
	}

	isIgnored(absolutePath: string) {
		return this.files.isIgnored(absolutePath);
	}

	ignoreFiles() {
		return this.files.ignoreFiles();
	}

	problems() {
		return this.failure === undefined ? this.files.problems() : [this.failure];
	}
}
