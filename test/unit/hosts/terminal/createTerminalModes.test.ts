import { createTerminalModes } from "@hosts/terminal/createTerminalModes";
import { describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../support/tempDir";

const project = `customModes:
  - slug: bad mode
  - slug: ask
    name: Ask
    roleDefinition: Asks and runs.
    groups: [read, command]
  - slug: docs
    name: Docs
    roleDefinition: Writes.
    groups: [[edit, { fileRegex: '\\.md$' }]]
`;
const own = "customModes: [{ slug: mine, name: Mine, roleDefinition: R, groups: [] }]\n";

async function modesIn(trustProjectModes: boolean) {
	const cwd = createTempDir("project");
	const homeDir = createTempDir("home");
	writeTree(cwd, { ".kilocodemodes": project });
	writeTree(homeDir, { ".kilocode/custom_modes.yaml": own });
	const modes = createTerminalModes({ cwd, homeDir, trustProjectModes });
	await modes.files.refresh();
	return modes;
}

describe("createTerminalModes", () => {
	it("has the project's and the user's modes, but none that widens, and says why", async () => {
		const { files, warnings } = await modesIn(false);
		expect(files.modes().map(({ slug }) => slug)).toEqual(expect.arrayContaining(["docs", "mine"]));
		expect(files.modes().find(({ slug }) => slug === "ask")?.groups).not.toContain("command");
		expect(warnings()).toEqual([
			'.kilocodemodes:2: customModes[0].slug may hold letters, digits and hyphens only, not "bad mode". The mode is not used until that is mended; the file\'s other modes are.',
			".kilocodemodes:2: customModes[0].name is missing. The mode is not used until that is mended; the file's other modes are.",
			".kilocodemodes:2: customModes[0].roleDefinition is missing. The mode is not used until that is mended; the file's other modes are.",
			".kilocodemodes:2: customModes[0].groups is missing; write [] for a mode without tools. The mode is not used until that is mended; the file's other modes are.",
			".kilocodemodes:3: the mode ask is not used, since it may run commands. Use it with --trust-project-modes.",
		]);
	});

	it("uses widening modes when told to", async () => {
		const { files, warnings } = await modesIn(true);
		expect(files.modes().find(({ slug }) => slug === "ask")?.groups).toEqual(["read", "command"]);
		expect(warnings().filter((line) => line.includes("--trust-project-modes"))).toEqual([]);
	});
});
