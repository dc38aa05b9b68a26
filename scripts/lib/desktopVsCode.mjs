// The VS Code that is installed on this machine, reached through its `code` command.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "./progress.mjs";
import { projectRoot } from "./project.mjs";
import { findOnPath, run, runOrFail } from "./run.mjs";

/** The path of `code`, or undefined where there is none that can run Kiln; says why not. */
export async function findDesktopVsCode() {
	const code = findOnPath("code");
	if (!code) return undefined;
	if (process.platform === "linux" && process.getuid?.() === 0) {
		say("desktop VS Code does not start as root; using the browser");
		return undefined;
	}
	const { code: exitCode, output } = await run(code, ["--version"], { capture: true });
	const version = /^\d+\.\d+\.\d+/m.exec(output)?.[0];
	const needed = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")).engines.vscode.replace(
		"^",
		"",
	);
	if (exitCode === 0 && version && !isOlder(version, needed)) return code;
	say(`desktop VS Code is ${version ?? "not working"}, Kiln needs ${needed}; using the browser`);
	return undefined;
}

/** Installs the VSIX there and opens the folder. */
export async function openInDesktop({ code, vsix, workspace, open }) {
	say("installing Kiln in your VS Code …");
	await runOrFail(code, ["--install-extension", vsix, "--force"], { capture: true });
	if (open) {
		say(`opening ${workspace}`);
		await runOrFail(code, ["--new-window", workspace], { capture: true });
	} else {
		console.log(`code --new-window ${JSON.stringify(workspace)}`);
	}
	say("Kiln is the kiln icon in the activity bar on the left.");
	say("To take it out again: code --uninstall-extension kiln.kiln");
	return 0;
}

function isOlder(version, than) {
	const parts = version.split(".").map(Number);
	const others = than.split(".").map(Number);
	const at = parts.findIndex((part, index) => part !== others[index]);
	return at >= 0 && parts[at] < others[at];
}
