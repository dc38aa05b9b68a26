import * as z from "zod";
import type { StoreBackend } from "./StoreBackend";

const taskKey = "kiln.lastTask";
const modeKey = "kiln.mode";
const draftKey = "kiln.draft";
const text = z.string().min(1).optional().catch(undefined);

/** What Kiln remembers for this workspace across window reloads. Convenience only, never policy. */
export class WorkspaceMemory {
	constructor(private readonly store: StoreBackend) {}

	lastTaskId(): string | undefined {
		return text.parse(this.store.get(taskKey));
	}

	rememberTask(taskId: string | undefined): PromiseLike<void> {
		return this.store.update(taskKey, taskId);
	}

	draft(): string {
		return text.parse(this.store.get(draftKey)) ?? "";
	}

	rememberDraft(draft: string): PromiseLike<void> {
		return this.store.update(draftKey, draft === "" ? undefined : draft);
	}

	/** Mode of the next task. */
	mode(): string | undefined {
		return text.parse(this.store.get(modeKey));
	}

	rememberMode(slug: string): PromiseLike<void> {
		return this.store.update(modeKey, slug);
	}
}
