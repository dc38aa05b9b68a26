import { join } from "node:path";
import { ModeFiles } from "@core/instructions/modes/ModeFiles";

export interface TerminalModesOptions {
	/** the workspace */
	readonly cwd: string;
	readonly homeDir: string;
	/** `--trust-project-modes`: project modes may widen others; there is nobody to be asked */
	readonly trustProjectModes: boolean;
}

/** The modes as the terminal has them. To be read by `files.refresh()`, at first before a task begins. */
export interface TerminalModes {
	readonly files: ModeFiles;
	/** what is wrong in the files, and which project modes are not used, each as one line */
	warnings(): readonly string[];
}

export function createTerminalModes({
	cwd,
	homeDir,
	trustProjectModes,
}: TerminalModesOptions): TerminalModes {
	const files = new ModeFiles({
		roots: () => [cwd],
		globalFile: join(homeDir, ".kilocode", "custom_modes.yaml"),
		consents: { has: () => trustProjectModes },
	});
	return { files, warnings: () => [...problemLines(files), ...waitingLines(files)] };
}

function problemLines(files: ModeFiles): string[] {
	return files.problems().map(({ path, line, error }) => {
		const place = line === undefined ? path : `${path}:${line}`;
		return [`${place}: ${error.message}`, error.hint].filter((part) => part !== undefined).join(" ");
	});
}

function waitingLines(files: ModeFiles): string[] {
	return files
		.waiting()
		.map(
			({ source, line, slug, widens }) =>
				`${source}:${line}: the mode ${slug} is not used, since it ${widens.join(", ")}. Use it with --trust-project-modes.`,
		);
}
