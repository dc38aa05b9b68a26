/** `fetch_instructions` create_mode. At most 6 000 characters. */
export const createMode = `# Make a custom mode of Kiln

A mode is a role with its own instructions and groups of tools. Find out from the user, or from what they said: what the mode is for, what it may change and run, and whether it is for this project or for all of theirs.

## Where
- This project: \`.kilocodemodes\` in the root of the workspace. It can be shared through version control.
- All projects: the user's global \`custom_modes.yaml\`, which they open or import into under Settings → Modes.

A project mode wins over a global one, and that over a built-in one, by slug; the whole mode is replaced, fields are not merged. Built in: architect, code, ask, debug, orchestrator, review. Read the file first, if it exists, and add to its list: keep the other modes. Writing it asks, since it is protected.

## What
YAML (JSON with the same fields is understood, too):
\`\`\`yaml
customModes:
  - slug: docs-writer
    name: Docs Writer
    description: Writes and mends documentation
    whenToUse: >-
      Write or revise documentation, README files and code comments. Not for changing behaviour.
    roleDefinition: >-
      You are a technical writer who explains software in plain, exact words. You check every command and
      every path before you write it down.
    customInstructions: |-
      - Read the code before you describe it.
      - One idea a paragraph, an example for each claim.
      - Ask before you delete a page.
    groups:
      - read
      - - edit
        - fileRegex: '\\.(md|mdx)$'
          description: Markdown only
      - command
\`\`\`

| field | must | means |
|---|---|---|
| \`slug\` | yes | letters, digits, hyphens: \`/docs-writer\` switches to it |
| \`name\` | yes | one line, at most 100 characters, as the menu shows it |
| \`roleDefinition\` | yes | who the model is; opens the system prompt |
| \`groups\` | yes | what it may use, see below; \`[]\` is allowed |
| \`whenToUse\` | no | for other modes that delegate or switch: when this is the right one |
| \`description\` | no | a short line for people |
| \`customInstructions\` | no | how it works; longer texts belong into \`.kilocode/rules-<slug>/*.md\`, which only this mode gets |

## Groups
| group | gives |
|---|---|
| \`read\` | reading, listing and searching files, web pages |
| \`edit\` | creating, changing and deleting files |
| \`command\` | running commands |
| \`browser\` | driving a browser, where the model takes images |
| \`mcp\` | tools and resources of MCP servers |

Asking, finishing, switching modes, subtasks and the todo list are always there. A mode with no group can still delegate with new_task. Give no more than the role needs: a reviewer needs no \`edit\`.

A group is its name, or a list of the name and options as above. \`fileRegex\` binds every file that an edit would write, delete or move, whatever tool does it:
- a JavaScript regular expression without flags, at most 500 characters, searched in the path relative to the workspace, with forward slashes: \`\\.md$\`, \`^docs/\`, \`\\.(test|spec)\\.[jt]sx?$\`
- no repetition of a repetition such as \`(a+)*\`
- in YAML write it in single quotes; in double quotes and in JSON every backslash is doubled: \`"\\\\.md$"\`

It does not bind commands and MCP tools: a mode that must not touch other files should have neither.

## Check
1. Every slug once; groups spelled as above; indentation by spaces.
2. Say the paths that \`fileRegex\` should match and those that it should not, and try both.
3. Kiln reads the file when it has changed. An entry with a mistake is left out and the others still load; what is wrong is shown under Settings → Modes with line and field.
4. A project mode that replaces another mode and may do more than it (more groups, a looser \`fileRegex\`) is not used until the user has agreed to it there: tell them so.
5. Offer to switch: switch_mode with the slug.
`;
