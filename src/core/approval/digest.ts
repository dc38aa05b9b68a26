import { createHash } from "node:crypto";
import type { ResolvedEffect } from "@shared/effects";

/** What an approval is bound to: the tool, its effects with their resolved targets, and all data it executes with. */
export function digestOf(tool: string, effects: readonly ResolvedEffect[], data: unknown): string {
	return createHash("sha256")
		.update(JSON.stringify([tool, effects, data]))
		.digest("hex");
}
