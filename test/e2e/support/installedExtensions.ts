// An extensions folder with Kiln (and a test's own extensions) installed. VS Code's installer runs once for each
// VSIX; later tests copy what it made.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeServer, cacheDir, node24Env } from "../../../scripts/lib/prerequisites.mjs";

const installedDir = join(cacheDir, "extensions");

/** Copies the installed form of `vsix` into `extensionsDir`, which must not exist yet. */
export function installVsix(codeServer: CodeServer, vsix: string, extensionsDir: string): void {
	if (!existsSync(vsix)) {
		throw new Error(`${vsix} is missing. \`npm run package\` makes it.`);
	}
	cpSync(installedOnce(codeServer, vsix), extensionsDir, { recursive: true });
}

/**
 * Adds an unpacked extension (a folder with a package.json) beside the installed ones, for suites that must run
 * inside the extension host. VS Code loads only what extensions.json lists.
 */
export function addUnpackedExtension(folder: string, extensionsDir: string): void {
	const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const id = `${manifest.publisher}.${manifest.name}`;
	const relativeLocation = `${id}-${manifest.version}`;
	cpSync(folder, join(extensionsDir, relativeLocation), { recursive: true });
	const listPath = join(extensionsDir, "extensions.json");
	const list: unknown[] = existsSync(listPath) ? JSON.parse(readFileSync(listPath, "utf8")) : [];
	list.push({
		identifier: { id },
		version: manifest.version,
		location: { $mid: 1, path: join(extensionsDir, relativeLocation), scheme: "file" },
		relativeLocation,
		metadata: { source: "vsix" },
	});
	writeFileSync(listPath, JSON.stringify(list));
}

function installedOnce(codeServer: CodeServer, vsix: string): string {
	const hash = createHash("sha256").update(readFileSync(vsix)).digest("hex").slice(0, 16);
	const installed = join(installedDir, `${codeServer.version}-${hash}`);
	if (existsSync(installed)) return installed;
	const temporary = mkdtempSync(join(tmpdir(), "kiln-install-"));
	try {
		const extensionsDir = join(temporary, "extensions");
		const { status, stdout, stderr } = spawnSync(
			codeServer.node,
			[
				codeServer.entry,
				...["--config", join(temporary, "config.yaml")],
				...["--user-data-dir", join(temporary, "user-data")],
				...["--extensions-dir", extensionsDir],
				...["--install-extension", vsix],
			],
			{ encoding: "utf8", env: { ...node24Env(), HOME: temporary } },
		);
		if (status !== 0) throw new Error(`VS Code refused ${vsix}:\n${stdout}${stderr}`);
		dropOld();
		keep(extensionsDir, installed);
		return installed;
	} finally {
		rmSync(temporary, { recursive: true, force: true });
	}
}

/** Through a copy beside it: the temporary folder may be on another disk, and another run may be doing the same. */
function keep(extensionsDir: string, installed: string): void {
	const copy = `${installed}.tmp-${process.pid}`;
	cpSync(extensionsDir, copy, { recursive: true });
	try {
		renameSync(copy, installed);
	} catch (error) {
		rmSync(copy, { recursive: true, force: true });
		if (!existsSync(installed)) throw error;
	}
}

/** Each build makes another VSIX; what was not used for a day will not be used again. */
function dropOld(): void {
	mkdirSync(installedDir, { recursive: true });
	for (const name of readdirSync(installedDir)) {
		const path = join(installedDir, name);
		const ageMs = Date.now() - statSync(path).mtimeMs;
		if (ageMs > 24 * 60 * 60 * 1000) rmSync(path, { recursive: true, force: true });
	}
}
