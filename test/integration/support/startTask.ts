import { join } from "node:path";
import { createProvider } from "@api/createProvider";
import { noProjectFiles } from "@core/instructions/ProjectFiles";
import { noMcp } from "@core/mcp/McpPort";
import { Task } from "@core/task/Task";
import type { TaskDeps } from "@core/task/types";
import { createDefaultRegistry } from "@core/tools/defaultTools";
import { createTerminalHost } from "@hosts/terminal/createTerminalHost";
import type { EventOf, TaskEvent, TaskEventType } from "@shared/events";
import type { Host } from "@shared/host";
import { builtInModes } from "@shared/modes";
import { profileSchema, settingsSchema, type ToolFormatName } from "@shared/settings";
import { onTestFinished } from "vitest";
import type * as z from "zod";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import type { MockModel } from "./mockModel";

export const wireFormats = ["openai", "anthropic"] as const;
export type WireFormat = (typeof wireFormats)[number];

export interface StartOptions {
	readonly model: MockModel;
	readonly wire?: WireFormat;
	/** default: xml */
	readonly format?: ToolFormatName;
	readonly files?: Readonly<Record<string, string>>;
	readonly settings?: z.input<typeof settingsSchema>;
	readonly text?: string;
	readonly mode?: string;
	/** parts of the host that a test replaces */
	readonly host?: Partial<Host>;
}

/** A task of the real engine over HTTP, in a real folder. */
export interface StartedTask {
	readonly task: Task;
	readonly deps: TaskDeps;
	readonly cwd: string;
	readonly storage: string;
	events<T extends TaskEventType>(type: T): EventOf<T>[];
	/** Resolves with the next event of a type that is still to come. */
	next<T extends TaskEventType>(type: T): Promise<EventOf<T>>;
	lastEvent(): TaskEvent | undefined;
}

/** What each answer to an approval is, in order; beyond them the task waits. */
export const autoAll: z.input<typeof settingsSchema>["autoApprove"] = {
	kinds: {
		read: { inside: true },
		write: { inside: true },
		execute: { inside: true },
		mode: { inside: true },
	},
	allowCommands: ["*"],
};

export function createDeps(
	options: StartOptions & { readonly cwd: string; readonly storage: string },
): TaskDeps {
	const { model, wire = "openai", format: toolFormat = "xml", cwd, storage } = options;
	const quiet = () => {};
	const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
	const host: Host = {
		...createTerminalHost({ cwd, storage, variables: process.env, log }),
		...options.host,
	};
	const settings = settingsSchema.parse(options.settings ?? { autoApprove: autoAll });
	const baseUrl = wire === "openai" ? model.openaiBaseUrl : model.anthropicBaseUrl;
	const profile = profileSchema.parse({
		id: "p",
		name: "p",
		provider: wire,
		baseUrl,
		model: "test-model",
		toolFormat,
	});
	return {
		host,
		registry: createDefaultRegistry(),
		settings: () => settings,
		project: noProjectFiles(() => builtInModes),
		mcp: noMcp,
		provider: async () => ({
			provider: await createProvider(profile, "test-key", { fetch, clock: host.clock, assetsDir: "" }),
			toolFormat: profile.toolFormat,
		}),
	};
}

export async function startTask(options: StartOptions): Promise<StartedTask> {
	const cwd = createTempDir("kiln-ws");
	writeTree(cwd, options.files ?? {});
	const storage = join(createTempDir("kiln-storage"), "s");
	const deps = createDeps({ ...options, cwd, storage });
	const task = await Task.create(deps, { text: options.text ?? "Do it.", mode: options.mode ?? "code" });
	return watch(task, deps, cwd, storage);
}

export function watch(task: Task, deps: TaskDeps, cwd: string, storage: string): StartedTask {
	const isOf = <T extends TaskEventType>(event: TaskEvent, type: T): event is EventOf<T> =>
		event.type === type;
	onTestFinished(() => task.suspend());
	return {
		task,
		deps,
		cwd,
		storage,
		events: (type) => task.events().flatMap((event) => (isOf(event, type) ? [event] : [])),
		lastEvent: () => task.events().at(-1),
		next: (type) =>
			new Promise((resolve) => {
				const subscription = task.subscribe((signal) => {
					if (signal.kind !== "event" || !isOf(signal.event, type)) return;
					subscription.dispose();
					// Behind the delivery: the engine opens the question right after it has logged it.
					const { event } = signal;
					setImmediate(() => resolve(event));
				});
			}),
	};
}

export const complete = (result = "Done.") =>
	`<attempt_completion>\n<result>\n${result}\n</result>\n</attempt_completion>`;
export const write = (path: string, content: string) =>
	`<write_to_file>\n<path>${path}</path>\n<content>\n${content}\n</content>\n</write_to_file>`;
export const read = (path: string) =>
	`<read_file>\n<args><file><path>${path}</path></file></args>\n</read_file>`;
export const run = (command: string) =>
	`<execute_command>\n<command>${command}</command>\n</execute_command>`;
