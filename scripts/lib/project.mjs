// Where things stand in the project. Everything that a script writes goes below `.cache/`, `dist/` or
// `test-output/`, all of which git ignores.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const cacheDir = join(projectRoot, ".cache");
export const outputDir = join(projectRoot, "test-output");
export const vsixPath = join(projectRoot, "dist", "kiln.vsix");
export const sampleWorkspace = join(projectRoot, "test", "fixtures", "sample-workspace");
