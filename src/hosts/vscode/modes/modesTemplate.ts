/** What a new modes file begins with: take the `#` away and there is a mode. */
export function modesTemplate(scope: "project" | "global"): string {
	const where =
		scope === "project"
			? "# Modes of this project. A mode with the slug of a built-in one (code, ask, architect …) replaces it; if it may do\n# more than that one, it is used only after you have agreed (Kiln: Review Project Modes)."
			: "# Your modes, in every project. A mode with the slug of a built-in one (code, ask, architect …) replaces it.";
	return `${where}
#
# groups: read, edit, browser, command, mcp. fileRegex restricts what edit may change: a JavaScript regular expression
# that is searched in the path from the project's root, with forward slashes. Single quotes need no doubled backslash.
customModes:
#  - slug: docs
#    name: Docs
#    description: Writes documentation
#    whenToUse: Write or mend documentation.
#    roleDefinition: You are a technical writer. You write briefly and check what you say against the code.
#    customInstructions: |-
#      Give an example for each option.
#    groups:
#      - read
#      - - edit
#        - fileRegex: '\\.(md|mdx)$'
#          description: Markdown files
`;
}
