import * as z from "zod";

/**
 * What a tool call would look at or touch, as typed data. Policy and mode gates look at these, never at tool names.
 * `path` is as the model gave it until the runner has resolved it (see `ResolvedEffect`).
 */
export const effectSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("read"), path: z.string() }),
	z.object({ kind: z.literal("write"), path: z.string() }),
	z.object({ kind: z.literal("delete"), path: z.string() }),
	z.object({ kind: z.literal("execute"), command: z.string(), cwd: z.string() }),
	z.object({ kind: z.literal("network"), host: z.string() }),
	z.object({ kind: z.literal("browser"), action: z.string() }),
	/** `isResource`: `tool` is the address of a resource, and no permission for a tool of that name is meant */
	z.object({
		kind: z.literal("mcp"),
		server: z.string(),
		tool: z.string(),
		isResource: z.boolean().optional(),
	}),
	z.object({ kind: z.literal("mode"), slug: z.string() }),
	z.object({ kind: z.literal("subtask"), mode: z.string() }),
	z.object({ kind: z.literal("question") }),
	/** what nobody can approve in advance; `to` completes "asks you to …" */
	z.object({ kind: z.literal("consent"), to: z.string() }),
]);
export type Effect = z.infer<typeof effectSchema>;
export type EffectKind = Effect["kind"];

/** A path after the one resolver has looked at it: `real` follows every link of the deepest existing ancestor. */
export const resolvedPathSchema = z.object({
	/** as the model gave it */
	given: z.string(),
	absolute: z.string(),
	real: z.string(),
	/** relative to the workspace root with forward slashes, or the absolute path when outside */
	display: z.string(),
	/** the real path below its real root with forward slashes, or absolute when outside */
	realDisplay: z.string(),
	isInsideWorkspace: z.boolean(),
	/** the pattern of the protected list that the given or the real path matches */
	protectedBy: z.string().optional(),
});
export type ResolvedPath = z.infer<typeof resolvedPathSchema>;

export const resolvedEffectSchema = z.object({ effect: effectSchema, target: resolvedPathSchema.optional() });
/** An effect with its resolved target (paths of read, write, delete; cwd of execute). */
export type ResolvedEffect = z.infer<typeof resolvedEffectSchema>;

/** Kinds that the user can approve in advance. `delete` and `network` … stand alone: a write rule never covers them. */
export const approvalKinds = [
	"read",
	"write",
	"delete",
	"execute",
	"network",
	"browser",
	"mcp",
	"mode",
	"subtask",
	"question",
] as const satisfies readonly EffectKind[];

export interface ApprovalDecision {
	readonly answer: "allow" | "ask" | "deny";
	/** why it asks or denies, each a sentence for people: "writes outside the workspace" */
	readonly reasons: readonly string[];
}
