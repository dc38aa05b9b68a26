import type { PromptContext } from "./PromptContext";

/** What other vocabularies call the tools that the prompt speaks of. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
	read_file: ["Read"],
	search_files: ["Grep"],
	apply_diff: ["Edit", "replace_in_file"],
	write_to_file: ["Write"],
	execute_command: ["Bash"],
	update_todo_list: ["TodoWrite"],
};

/** The name under which one of Kiln's tools is offered; undefined when it is not. */
export function offeredName(tools: PromptContext["tools"], name: string): string | undefined {
	const names = [name, ...(otherNames[name] ?? [])];
	return names.find((each) => tools.some((tool) => tool.name === each));
}
