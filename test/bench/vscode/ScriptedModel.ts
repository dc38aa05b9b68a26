import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ScriptedStep, StepKind } from "./workload";

const root = process.env.KILN_BENCH_ROOT ?? process.cwd();

/** What the server saw of one task. */
export interface ServedTask {
	/** one for each step: last byte of its answer → arrival of the next request */
	readonly gaps: readonly Gap[];
	/** the last request's body */
	readonly requestBytes: number;
}

export interface Gap {
	readonly kind: StepKind;
	readonly ms: number;
}

/** The model's server in a thread of its own, so that the bench's own work delays no answer. */
export class ScriptedModel {
	private constructor(
		private readonly worker: Worker,
		readonly baseUrl: string,
	) {}

	static async start(): Promise<ScriptedModel> {
		const worker = new Worker(join(root, "test/bench/vscode/scriptedModel.mjs"));
		const [{ port }] = await once(worker, "message");
		return new ScriptedModel(worker, `http://127.0.0.1:${port}/v1`);
	}

	/** Takes the next task's answers; resolves when the last one has been served. */
	async serve(steps: readonly ScriptedStep[], timeoutMs: number): Promise<ServedTask> {
		this.worker.postMessage(steps);
		const [served] = await once(this.worker, "message", { signal: AbortSignal.timeout(timeoutMs) });
		return served;
	}

	async stop(): Promise<void> {
		await this.worker.terminate();
	}
}
