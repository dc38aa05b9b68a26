/** `fetch_instructions` create_rule. At most 6 000 characters. */
export const createRule = `# Make a rule for Kiln

A rule is a Markdown file whose text goes into the instructions of every later task. Make one when the user states something that should hold from now on, or corrects the same thing twice. Not for what concerns this task only, and not for what the code or its tools already enforce.

## Where
| file | holds for |
|---|---|
| \`.kilocode/rules/*.md\` | this project, every mode |
| \`.kilocode/rules-<mode>/*.md\` | this project, one mode by its slug: \`.kilocode/rules-code/\` |
| \`~/.kilocode/rules/*.md\`, \`~/.kilocode/rules-<mode>/*.md\` | all projects of the user |
| \`AGENTS.md\` in the root | this project, and other agents read it, too |
| \`AGENTS.md\` in a folder | work on files in that folder and below it |

Folders in these folders count as well. The order is: global, project, the mode's, AGENTS.md. \`.kilocoderules\`, \`.roorules\` and \`.clinerules\` of other times are read only where \`.kilocode/rules\` has no file; put nothing new there.

Choose the narrowest place that holds all cases. If the user does not say, take the project. One subject a file, named after it: \`testing.md\`, \`error-handling.md\`. Look at what is there first (list_files \`.kilocode\`, read_file): extend or correct a rule rather than add one that contradicts it.

## How
Use new_rule: \`name\` (or \`path\`) and \`content\`. Where it is not offered, write_to_file does. The user approves the text before it counts; rule files are protected, so this always asks.

Write for a reader who knows nothing of this conversation:
- A heading that says when the rule holds, then short, definite sentences: "Run \`npm run lint\` before you finish", not "code should be clean".
- The reason, where it is not obvious: it decides the cases that you did not think of.
- An example of right, and of wrong where people get it wrong.
- Only what the user said, or what you checked in the project: every command and path must be right.
- Short: each rule is sent with every request. A page is a lot. Details that are needed rarely belong into a skill: \`.kilocode/skills/<name>/SKILL.md\` with front matter \`name\` and \`description\`, which is read on demand.
- No secrets, no personal data: project rules go into version control.

\`\`\`markdown
# Database migrations

When a change touches \`src/models/**\`:
- Add a migration with \`npm run migration:new <name>\`; never edit one that is on \`main\`, since it has run elsewhere.
- Every migration has a \`down\`. Run \`npm run migration:check\` before you finish.

Right: \`20250301_add_user_locale.sql\`. Wrong: a column that only the model class knows.
\`\`\`

## Other things that a user may mean
- **Keep files from the agent**: \`.kilocodeignore\` in the root, gitignore syntax. No tool then reads, writes, lists or searches them.
- **A prompt to call by name**: \`.kilocode/workflows/<name>.md\` (all projects: \`~/.kilocode/workflows/\`), called by \`/<name>\`. \`$1\` … \`$9\` and \`$ARGUMENTS\` stand for what is typed behind it; front matter may have \`description\`, \`argument-hint\`, \`mode\`.
- **A role of its own with fewer tools**: a mode; fetch_instructions create_mode.
- **Never ask for this command, or always**: approvals are the user's alone, in Kiln's settings. A rule cannot change them.

## Check
Kiln reads the files anew before each request: the rule counts at once. Every rule can be switched off under Settings → Instructions. Tell the user the path and what it says.
`;
