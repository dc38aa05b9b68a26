import { createProjectFiles, type ProjectFilesOptions } from "@core/instructions/createProjectFiles";
import type { ProjectFiles } from "@core/instructions/ProjectFiles";
import { builtInModes } from "@shared/modes";
import { settingsSchema } from "@shared/settings";
import { createTempDir } from "../../support/tempDir";

export interface TestProject {
	readonly root: string;
	readonly home: string;
	readonly files: ProjectFiles;
	/** what the person has switched off; a test fills it */
	readonly disabled: string[];
}

/** Project files over real, empty folders. */
export function createTestProject(options: Partial<ProjectFilesOptions> = {}): TestProject {
	const root = createTempDir("kiln-project");
	const home = options.homeDir ?? createTempDir("kiln-home");
	const disabled: string[] = [];
	const files = createProjectFiles({
		roots: () => [root],
		homeDir: home,
		settings: () => settingsSchema.parse({ instructions: { disabled } }),
		modeFiles: { refresh: async () => {}, modes: () => builtInModes, problems: () => [] },
		...options,
	});
	return { root, home, files, disabled };
}

/** "source: text" of the rules that a mode gets. */
export function rulesOf(files: ProjectFiles, mode = "code", touched: readonly string[] = []): string[] {
	return files.instructions(mode, touched).rules.map(({ source, text }) => `${source}: ${text.trim()}`);
}
