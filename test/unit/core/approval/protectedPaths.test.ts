import { isSecretPath, protectedPattern } from "@core/approval/protectedPaths";
import { describe, expect, it } from "vitest";

describe("protectedPattern", () => {
	it.each([
		".vscode/settings.json",
		"sub/.vscode/tasks.json",
		".VSCode/settings.json",
		".git/config",
		".git",
		".gitattributes",
		".gitmodules",
		".husky/pre-commit",
		".github/workflows/ci.yml",
		".devcontainer/devcontainer.json",
		".idea/x",
		".cursor/mcp.json",
		".claude/settings.json",
		".codex/config.toml",
		".gemini/x",
		".kilocode/mcp.json",
		".kilocodemodes",
		".kilocodeignore",
		".roo/mcp.json",
		".roomodes",
		".clinerules",
		".windsurf/x",
		".mcp.json",
		"AGENTS.md",
		"agents.md",
		"CLAUDE.md",
		"GEMINI.md",
		".env",
		".env.local",
		".npmrc",
		".envrc",
		".bashrc",
		".zshenv",
		".profile",
		"team.code-workspace",
		".vscode./settings.json",
		".git /config",
		".env::$DATA",
		"sub\\.vscode\\settings.json",
		".gitconfig",
		"/home/a/.ssh/authorized_keys",
		".ssh/config",
		".config/fish/config.fish",
		".config/git/config",
		".v\u017fcode/settings.json",
		"\uff0egit/config",
		".g\u200cit/config",
		".\u212ailocode/x",
	])("protects %s", (path) => expect(protectedPattern(path)).toBeDefined());

	it.each([
		"src/app.ts",
		".github/ISSUE_TEMPLATE.md",
		"git/config",
		"vscode/x",
		"environment.ts",
		"README.md",
		".gitignore",
		".config/app/settings.json",
		"fish/config.fish",
		"ssh/x",
	])("leaves %s alone", (path) => expect(protectedPattern(path)).toBeUndefined());
});

describe("isSecretPath", () => {
	it.each([".env", "a/.env.production", "key.pem", "id_rsa", ".npmrc", "SERVER.KEY"])(
		"asks before reading %s",
		(path) => expect(isSecretPath(path)).toBe(true),
	);
	it.each(["env.ts", "keyboard.ts", "src/pem.md"])("reads %s freely", (path) =>
		expect(isSecretPath(path)).toBe(false),
	);
});
