// The licences of what is bundled: each package that esbuild read a file of, and each grammar that is shipped. Refuses
// a package whose licence asks for more than its notice.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** CC-BY-4.0: the icons of VS Code. */
const allowed = new Set([
	"MIT",
	"ISC",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"0BSD",
	"Apache-2.0",
	"Unlicense",
	"CC-BY-4.0",
]);

/** @param {readonly string[]} files paths relative to the project's root */
export function thirdPartyNotices(files) {
	const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
	const packages = [...folders].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
	const refused = packages.filter(
		({ licence }) => !licence.split(/ OR | AND |[()]/).some((one) => allowed.has(one)),
	);
	if (refused.length > 0) {
		const list = refused.map(({ name, licence }) => `${name} (${licence})`).join(", ");
		throw new Error(`Bundled packages whose licence is not on the list: ${list}`);
	}
	const entries = packages.map(
		({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}`,
	);
	return `Kiln contains the following packages.\n\n${entries.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** The innermost package that a file belongs to. */
function packageFolder(file) {
	const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file);
	return match?.[0];
}

function readPackage(folder) {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
	const path = file === undefined ? undefined : join(folder, file);
	const text =
		path !== undefined && existsSync(path)
			? readFileSync(path, "utf8").trim()
			: "(no licence text in the package)";
	return {
		name,
		version,
		licence: typeof license === "string" ? license : (license?.type ?? "unknown"),
		text,
	};
}
