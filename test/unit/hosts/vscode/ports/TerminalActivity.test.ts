import { TerminalActivity } from "@hosts/vscode/ports/TerminalActivity";
import { beforeEach, describe, expect, it, vi } from "vitest";

interface Started {
	readonly terminal: { readonly name: string };
	readonly execution: { readonly commandLine: { value: string }; read(): AsyncIterable<string> };
}

const editor = vi.hoisted(() => ({
	active: undefined as { readonly name: string } | undefined,
	start: (_: Started): void => undefined,
}));

vi.mock("vscode", () => ({
	Disposable: { from: () => ({ dispose: () => undefined }) },
	window: {
		get activeTerminal() {
			return editor.active;
		},
		onDidStartTerminalShellExecution: (listener: (event: Started) => void) => {
			editor.start = listener;
		},
		onDidCloseTerminal: () => undefined,
	},
}));

describe("TerminalActivity", () => {
	const terminal = { name: "bash" };
	let activity: TerminalActivity;
	/** A command that has shown `pieces`; it is over, unless `rest` never comes. */
	const run = async (value: string, pieces: readonly string[], rest: Promise<void> = Promise.resolve()) => {
		async function* read() {
			yield* pieces;
			await rest;
		}
		editor.start({ terminal, execution: { commandLine: { value }, read } });
		await new Promise(setImmediate);
	};

	beforeEach(() => {
		activity = new TerminalActivity();
		editor.active = terminal;
	});

	it("knows the last command and its output without colours", async () => {
		await run("ls", ["old"]);
		await run("npm test", ["\u001b[31mfai", "led\u001b[0m\n"]);
		expect(activity.output()).toEqual({ title: "bash", text: "$ npm test\nfailed\n" });
	});

	it("does not pass off as silent a command whose output the editor has not told", async () => {
		await run("echo quick", []);
		expect(activity.output()?.text).toMatch(/^\$ echo quick\n\(No output is known: .*too quickly/);
	});

	it("says nothing of the kind while the command runs", async () => {
		await run("sleep 9", [], new Promise(() => {}));
		expect(activity.output()?.text).toBe("$ sleep 9\n");
	});

	it("knows nothing of a terminal that has run nothing", () => {
		expect(activity.output()).toBeUndefined();
	});
});
