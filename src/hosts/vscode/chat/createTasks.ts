import type { TaskDeps } from "@core/task/types";
import { KilnError } from "@shared/errors";
import type { ClockPort, Host, NetworkPort } from "@shared/host";
import { ensureStorage } from "../ports/ensureStorage";
import type { SettingsStore } from "../stores/SettingsStore";
import type { Tasks } from "./TaskSession";

/** What a provider needs from the host. */
export interface ApiDeps {
	readonly fetch: NetworkPort["fetch"];
	readonly clock: ClockPort;
	readonly assetsDir: string;
}

interface TasksParts {
	readonly host: Host;
	readonly settings: SettingsStore;
	readonly project: TaskDeps["project"];
	readonly mcp: TaskDeps["mcp"] & { start(): void };
	readonly provider: TaskDeps["provider"];
}

const maxOpenAttempts = 10;
const lockPauseMs = 300;

/** The engine, loaded when the first task starts or is opened again. */
export function createTasks({ host, settings, project, mcp, provider }: TasksParts): Tasks {
	const load = async () => {
		mcp.start();
		await ensureStorage(host.storage.root);
		const [{ Task }, { createDefaultRegistry }] = await Promise.all([
			import("@core/task/Task"),
			import("@core/tools/defaultTools"),
			// A task may stand in a mode that only a file knows.
			project.refresh(),
		]);
		const deps: TaskDeps = {
			host,
			registry: createDefaultRegistry(),
			settings: () => settings.current(),
			project,
			mcp,
			provider,
		};
		return { Task, deps };
	};
	let engine: ReturnType<typeof load> | undefined;
	const loaded = () => {
		engine ??= load().catch((error: unknown) => {
			// Storage may be writable by the next try.
			engine = undefined;
			throw error;
		});
		return engine;
	};
	return {
		create: async (input) => {
			const { Task, deps } = await loaded();
			return await Task.create(deps, input);
		},
		open: async (taskId) => {
			const { Task, deps } = await loaded();
			return await onceUnlocked(() => Task.open(deps, taskId), host.clock);
		},
	};
}

/** A window that reloads may meet its own former self, which is just letting go of the task. */
async function onceUnlocked<T>(open: () => Promise<T>, clock: ClockPort): Promise<T> {
	for (let attempt = 1; attempt < maxOpenAttempts; attempt++) {
		try {
			return await open();
		} catch (error) {
			if (!(error instanceof KilnError) || error.code !== "task_locked") throw error;
			await clock.sleep(lockPauseMs);
		}
	}
	return await open();
}
