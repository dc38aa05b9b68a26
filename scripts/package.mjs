// `npm run package`: builds the extension and packs it into dist/kiln.vsix.
import { ensureDependencies } from "./lib/ensureDependencies.mjs";
import { buildExtension, packageExtension } from "./lib/packageExtension.mjs";
import { runScript } from "./lib/progress.mjs";

await runScript(async () => {
	await ensureDependencies();
	await buildExtension();
	await packageExtension();
});
