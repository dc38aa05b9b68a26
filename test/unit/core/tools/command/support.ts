import { join } from "node:path";
import { createCommandStore } from "@services/terminal/createCommandStore";
import { onTestFinished } from "vitest";
import { createTempDir } from "../../../support/tempDir";
import { createTestHost } from "../../../support/testHost";
import { createTestTask, type TestTask, type TestTaskOptions } from "../support/testTask";

/** A task over the real command store; what still runs is killed after the test. */
export function createCommandTask(options: TestTaskOptions & { hasTerminals?: boolean } = {}): TestTask {
	const cwd = options.cwd ?? createTempDir("kiln-task");
	const variables = { PATH: process.env.PATH ?? "/usr/bin:/bin" };
	const host = createTestHost({ roots: [cwd], variables, hasTerminals: options.hasTerminals ?? false });
	const commands = createCommandStore({ dir: join(createTempDir("kiln-commands"), "commands"), host });
	onTestFinished(() => commands.dispose());
	return createTestTask({ cwd, host, commands, ...options });
}

/** Resolves when a command waits for its end or its time limit. */
export async function untilSleeping(task: TestTask): Promise<void> {
	while (task.host.clock.sleepers === 0) await new Promise((resolve) => setImmediate(resolve));
}
