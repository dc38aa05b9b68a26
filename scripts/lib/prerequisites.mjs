// What the end-to-end harness (TypeScript) takes from the scripts; prerequisites.d.mts gives it the types.
export { ensureChromium } from "./ensureChromium.mjs";
export { ensureCodeServer } from "./ensureCodeServer.mjs";
export { node24Env } from "./ensureNode24.mjs";
export { cacheDir, outputDir, sampleWorkspace, vsixPath } from "./project.mjs";
