import { type CommandLookup, stdioCommand } from "@services/mcp/transport/stdioCommand";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const windows = (...files: string[]): CommandLookup => ({
	platform: "win32",
	env: {
		Path: 'C:\\Windows;"C:\\Program Files\\nodejs\\"',
		PATHEXT: ".COM;.EXE;.BAT;.CMD",
		ComSpec: "C:\\cmd.exe",
	},
	exists: (path) => files.includes(path),
});
const npx = "C:\\Program Files\\nodejs\\npx.cmd";

describe("elsewhere than on Windows", () => {
	it.each(["linux", "darwin"] as const)("a command is started as it is (%s)", (platform) => {
		const lookup = { platform, env: {}, exists: () => true };
		expect(stdioCommand("npx", ["-y", "a b"], lookup)).toEqual({
			file: "npx",
			args: ["-y", "a b"],
			isVerbatim: false,
		});
	});
});

describe("on Windows", () => {
	it.each([
		["a program of PATH", "node", "C:\\Program Files\\nodejs\\node.exe"],
		["a program by its path", "D:\\tools\\x.exe", "D:\\tools\\x.exe"],
	])("starts %s directly", (_name, command, file) => {
		expect(stdioCommand(command, ["a"], windows(file))).toEqual({ file, args: ["a"], isVerbatim: false });
	});

	it("starts what it does not find as it is, so that the error names it", () => {
		expect(stdioCommand("nope", [], windows()).file).toBe("nope");
	});

	it("does not look for programs in the current folder", () => {
		expect(stdioCommand("npx", [], windows("npx.cmd", "\\npx.cmd")).file).toBe("npx");
	});

	it("wraps a batch file in cmd.exe", () => {
		expect(stdioCommand("npx", ["-y", "server"], windows(npx))).toEqual({
			file: "C:\\cmd.exe",
			args: ["/d", "/s", "/c", '"^"C:\\Program^ Files\\nodejs\\npx.cmd^" ^^^"-y^^^" ^^^"server^^^""'],
			isVerbatim: true,
		});
	});

	it.each([
		["a quote", 'a"b', '^^^"a\\^^^"b^^^"'],
		["a backslash at the end", "a\\", '^^^"a\\\\^^^"'],
		["backslashes before a quote", 'a\\"', '^^^"a\\\\\\^^^"^^^"'],
		["a variable", "%PATH%", '^^^"^^^%PATH^^^%^^^"'],
		["another command", "a&calc", '^^^"a^^^&calc^^^"'],
		["nothing", "", '^^^"^^^"'],
	])("escapes %s", (_name, argument, expected) => {
		expect(stdioCommand("npx", [argument], windows(npx)).args[3]).toBe(
			`"^"C:\\Program^ Files\\nodejs\\npx.cmd^" ${expected}"`,
		);
	});

	it("leaves cmd.exe no character with a meaning, and gives the program the very argument", () => {
		const argument = fc.string({ unit: "grapheme-ascii" });
		fc.assert(
			fc.property(fc.array(argument, { minLength: 1 }), (args) => {
				const line = stdioCommand("npx", args, windows(npx)).args[3]?.slice(1, -1) ?? "";
				// each of cmd's two readings takes one caret away
				const first = readByCmd(line.slice(line.indexOf('.cmd^"') + 6).trimStart());
				expect(programArguments(readByCmd(first))).toEqual(args);
			}),
		);
	});
});

/** cmd.exe outside of quotes: `^x` is x, and nothing that has a meaning stands without a caret. */
function readByCmd(line: string): string {
	const bare = line.replace(/\^[\s\S]/g, "");
	expect(bare).not.toMatch(/["&|<>%!()]/);
	return line.replace(/\^([\s\S])/g, "$1");
}

/** As Microsoft's C runtime takes a command line apart. */
function programArguments(line: string): string[] {
	return [...line.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, quoted]) =>
		(quoted ?? "").replace(
			/(\\*)(")|(\\+)$/g,
			(_all, before: string | undefined, quote: string | undefined, end: string | undefined) =>
				quote === undefined
					? (end ?? "").slice((end ?? "").length / 2)
					: `${(before ?? "").slice(((before ?? "").length + 1) / 2)}"`,
		),
	);
}
