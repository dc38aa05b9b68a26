import type { PromptContext } from "../PromptContext";

/** Facts about the machine that do not change during a task. */
export function systemInformation({ system, cwd }: PromptContext): string {
	const nameOf = new Map([...(system.rootNames ?? [])].map(([name, root]) => [root, name]));
	const others = system.roots
		.filter((root) => root !== cwd)
		.map((root) => (nameOf.has(root) ? `${nameOf.get(root)}/ (${root})` : root));
	const lines = [
		`Operating system: ${system.platform}`,
		`Shell: ${system.shell}`,
		`Home: ${system.homeDir}`,
		`Host: ${system.hostName}`,
		`Workspace: ${cwd} (relative paths and commands start here)`,
		...(others.length === 0 ? [] : [`Other workspace folders: ${others.join(", ")}`]),
	];
	return `# System\n${lines.join("\n")}`;
}
