import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandHandle, CommandRequest, CommandStore } from "@services/terminal/CommandStore";
import { type CommandStoreOptions, createCommandStore } from "@services/terminal/createCommandStore";
import { onTestFinished } from "vitest";
import { createTempDir } from "../../../support/tempDir";
import { createTestHost, type TestHost } from "../../../support/testHost";

export interface TestStore {
	readonly store: CommandStore;
	readonly host: TestHost;
	/** where commands run */
	readonly cwd: string;
	/** where long outputs go; not made beforehand */
	readonly dir: string;
	start(command: string, more?: Partial<CommandRequest>): Promise<CommandHandle>;
}

/** A store over real processes; what still runs is killed after the test. */
export function createTestStore(
	options: Partial<CommandStoreOptions> & { readonly variables?: Record<string, string> } = {},
): TestStore {
	const cwd = createTempDir("kiln-cwd");
	const dir = join(createTempDir("kiln-commands"), "task", "commands");
	const { PATH = "/usr/bin:/bin" } = process.env;
	const host = createTestHost({ roots: [cwd], variables: { PATH, ...options.variables } });
	const store = createCommandStore({ dir, host, ...options });
	onTestFinished(() => store.dispose());
	return { store, host, cwd, dir, start: (command, more) => store.start({ command, cwd, ...more }) };
}

/** Everything that a command has written so far. */
export function outputOf(command: CommandHandle): string {
	return command.excerpt({ maxLines: 1e6, maxBytes: 1e9 }).head;
}

/** Resolves as soon as the output holds the text; the test's own time limit is the only one. */
export function waitForOutput(command: CommandHandle, text: string): Promise<void> {
	return new Promise((resolve) => {
		const check = () => {
			if (!outputOf(command).includes(text)) return;
			subscription.dispose();
			resolve();
		};
		const subscription = command.onOutput(check);
		check();
	});
}

/** A process that has ended but was not yet taken notice of (a zombie) counts as gone. */
export function isAlive(pid: number): boolean {
	try {
		if (process.platform !== "linux") return process.kill(pid, 0);
		return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
	} catch {
		return false;
	}
}

export function pidsIn(text: string): number[] {
	return [...text.matchAll(/pid=(\d+)/g)].map((match) => Number(match[1]));
}
