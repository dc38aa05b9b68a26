// `npm start`: Kiln on a small sample project, from a fresh checkout to a window you can type into. Uses the VS Code
// on this machine if there is one, else a VS Code served to the browser.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { serveInBrowser } from "./lib/browserVsCode.mjs";
import { findDesktopVsCode, openInDesktop } from "./lib/desktopVsCode.mjs";
import { ensureDependencies } from "./lib/ensureDependencies.mjs";
import { buildExtension, packageExtension } from "./lib/packageExtension.mjs";
import { runScript, ScriptError } from "./lib/progress.mjs";
import { prepareWorkspace } from "./lib/sampleWorkspace.mjs";

const help = `npm start [-- options]

  Builds Kiln and opens it on a copy of the sample project. With VS Code's \`code\` command on the PATH, Kiln is
  installed there; without it, a VS Code is installed below .cache/ and served at a local address.

  --workspace DIR   open this folder instead of the sample project
  --fresh           make the copy of the sample project anew; changes made in it are lost
  --browser         use the browser even if desktop VS Code is there
  --port N          port of the local address (default: a free one)
  --no-open         only print the address (or the command), open no window
  --help            this text`;

await runScript(async () => {
	const options = readOptions();
	if (options.help) {
		console.log(help);
		return 0;
	}
	const workspace = await prepareWorkspace(options);
	await ensureDependencies();
	await buildExtension();
	const vsix = await packageExtension();
	const code = options.browser ? undefined : await findDesktopVsCode();
	if (code) return openInDesktop({ code, vsix, workspace, open: options.open });
	return serveInBrowser({ vsix, workspace, port: options.port, open: options.open });
});

function readOptions() {
	let values;
	try {
		({ values } = parseArgs({
			options: {
				workspace: { type: "string" },
				fresh: { type: "boolean", default: false },
				browser: { type: "boolean", default: false },
				port: { type: "string", default: "0" },
				"no-open": { type: "boolean", default: false },
				help: { type: "boolean", short: "h", default: false },
			},
		}));
	} catch (error) {
		throw new ScriptError(error.message, "`npm start -- --help` tells the options.");
	}
	const port = Number(values.port);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new ScriptError(`${values.port} is no port.`);
	return {
		...values,
		port,
		open: !values["no-open"],
		// npm runs scripts in the project's folder; a relative path means the one the person stands in.
		workspace: values.workspace && resolve(process.env.INIT_CWD ?? ".", values.workspace),
	};
}
