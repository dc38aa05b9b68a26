import type { ModeConfig } from "@shared/modes";
import fc from "fast-check";

const trimmed = fc
	.string({ minLength: 1 })
	.map((text) => text.trim())
	.filter((text) => text !== "");
const line = fc.stringMatching(/^[A-Za-zäß📝:#'"{}[\]&*!|>%@`, -]{1,30}$/u).map((text) => text.trim());
/** Modes as a file can hold them, with what YAML gives a meaning in their texts. */
export const arbitraryMode: fc.Arbitrary<ModeConfig> = fc
	.record(
		{
			slug: fc.stringMatching(/^[a-zA-Z0-9-]{1,10}$/),
			name: line.filter((text) => text !== ""),
			roleDefinition: trimmed,
			whenToUse: trimmed,
			description: trimmed,
			customInstructions: trimmed,
			groups: fc.constantFrom<ModeConfig["groups"]>(
				[],
				["read", "command"],
				["read", ["edit", { fileRegex: "\\.(md|'x\")$", description: "a: b # c" }], "mcp"],
			),
		},
		{ requiredKeys: ["slug", "name", "roleDefinition", "groups"] },
	)
	.map((mode) => mode as ModeConfig);
