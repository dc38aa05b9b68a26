import * as z from "zod";
import { approvalKinds } from "./effects";

/** How a model calls tools. Others plug in behind core/assistant-message/ToolCallFormat. */
export const toolFormats = ["xml", "native", "react"] as const;
export type ToolFormatName = (typeof toolFormats)[number];

/** Under whose names tools are offered; calls by any of the names are understood whatever is set. */
export const toolVocabularies = ["kilo", "go-code", "cline"] as const;
export type ToolVocabulary = (typeof toolVocabularies)[number];

/** How much the system prompt tells: `compact` offers fewer tools in fewer words, for small models and windows. */
export const promptVariants = ["full", "compact"] as const;
export type PromptVariant = (typeof promptVariants)[number];

export const pricesSchema = z.object({
	/** US dollars per million tokens */
	input: z.number().nonnegative(),
	output: z.number().nonnegative(),
	cacheRead: z.number().nonnegative().optional(),
	cacheWrite: z.number().nonnegative().optional(),
});
export type Prices = z.infer<typeof pricesSchema>;

export const providerIds = ["openai", "anthropic", "replay"] as const;
export type ProviderId = (typeof providerIds)[number];

/** An API profile without its key: keys live in the host's secret storage under the profile's id. */
export const profileSchema = z.object({
	id: z.string().min(1),
	name: z.string().min(1),
	provider: z.enum(providerIds),
	/** empty: the provider's own address */
	baseUrl: z.string().default(""),
	/** for `replay`: the recording's file path, or "demo" */
	model: z.string().default(""),
	toolFormat: z.enum(toolFormats).default("xml"),
	headers: z.record(z.string(), z.string()).default({}),
	temperature: z.number().min(0).max(2).optional(),
	maxOutputTokens: z.number().int().positive().optional(),
	/** how long the model thinks; absent: as the model does by itself */
	reasoningEffort: z.enum(["low", "medium", "high"]).optional(),
	contextWindow: z.number().int().positive().optional(),
	supportsImages: z.boolean().optional(),
	prices: pricesSchema.optional(),
	/** tools that are offered only on demand: search_and_replace, search_replace, apply_patch, insert_content */
	customTools: z.array(z.string()).default([]),
	promptVariant: z.enum(promptVariants).default("full"),
});
export type Profile = z.infer<typeof profileSchema>;

const approvalScopeSchema = z.object({
	inside: z.boolean().default(false),
	outside: z.boolean().default(false),
});

/** What may happen without asking, by kind. Off by default but for reads inside the workspace. */
export const autoApproveSchema = z.object({
	kinds: z
		.partialRecord(z.enum(approvalKinds), approvalScopeSchema)
		.default({ read: { inside: true, outside: false } }),
	/** word-wise command rules: `git log` matches `git log -5`, never `git logx`; `*` matches every plain command */
	allowCommands: z.array(z.string()).default([]),
	denyCommands: z.array(z.string()).default([]),
});
export type AutoApprove = z.infer<typeof autoApproveSchema>;

/** What a person changes of it: two changes that follow each other quickly must not undo one another. */
export const autoApproveChangeSchema = z.object({
	kinds: z
		.partialRecord(
			z.enum(approvalKinds),
			z.object({ inside: z.boolean().optional(), outside: z.boolean().optional() }),
		)
		.optional(),
	allowCommands: z.array(z.string()).optional(),
	denyCommands: z.array(z.string()).optional(),
});
export type AutoApproveChange = z.infer<typeof autoApproveChangeSchema>;

export function withAutoApproveChange(current: AutoApprove, change: AutoApproveChange): AutoApprove {
	const kinds = { ...current.kinds };
	for (const kind of approvalKinds) {
		const { inside, outside } = change.kinds?.[kind] ?? {};
		if (inside === undefined && outside === undefined) continue;
		const known = kinds[kind] ?? { inside: false, outside: false };
		kinds[kind] = { inside: inside ?? known.inside, outside: outside ?? known.outside };
	}
	const { allowCommands = current.allowCommands, denyCommands = current.denyCommands } = change;
	return { kinds, allowCommands, denyCommands };
}

export const limitsSchema = z.object({
	/** requests of one task before the user is asked; null: no limit */
	maxRequests: z.number().int().positive().nullable().default(null),
	/** US dollars of one task */
	maxCost: z.number().positive().nullable().default(null),
	/** calls in a row that failed before the user is asked; 0: off */
	consecutiveMistakes: z.number().int().nonnegative().default(3),
	/** identical calls in a row before the next is refused; 0: off */
	identicalCalls: z.number().int().nonnegative().default(3),
	/** characters */
	maxMessageChars: z
		.number()
		.int()
		.positive()
		.default(4 * 1024 * 1024),
	maxParameterChars: z
		.number()
		.int()
		.positive()
		.default(2 * 1024 * 1024),
	/** attempts of one request on 429, 5xx and network errors */
	maxAttempts: z.number().int().positive().default(5),
});

/** One schema with one set of defaults for every host: `settingsSchema.parse({})` is the default. */
export const settingsSchema = z.object({
	autoApprove: autoApproveSchema.prefault({}),
	limits: limitsSchema.prefault({}),
	toolCallsPerMessage: z.enum(["one", "many"]).default("one"),
	read: z
		.object({
			maxFileLines: z.number().int().positive().default(2000),
			maxFilesPerCall: z.number().int().positive().default(20),
		})
		.prefault({}),
	edit: z.object({ fuzzyThreshold: z.number().min(0.8).max(1).default(1) }).prefault({}),
	command: z
		.object({
			timeoutMs: z.number().int().positive().default(120_000),
			maxOutputLines: z.number().int().positive().default(500),
			maxOutputBytes: z
				.number()
				.int()
				.positive()
				.default(100 * 1024),
		})
		.prefault({}),
	environment: z
		.object({
			maxWorkspaceFiles: z.number().int().nonnegative().default(200),
			maxOpenTabs: z.number().int().nonnegative().default(20),
		})
		.prefault({}),
	todoListEnabled: z.boolean().default(true),
	toolVocabulary: z.enum(toolVocabularies).default("kilo"),
	/** off until they have proved themselves */
	experiments: z.object({ runSlashCommand: z.boolean().default(false) }).prefault({}),
	instructions: z
		.object({
			/** rule files, AGENTS.md, skills that are switched off, by their path as it is shown */
			disabled: z.array(z.string()).default([]),
		})
		.prefault({}),
	/** the user's own instructions for every mode */
	customInstructions: z.string().default(""),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
