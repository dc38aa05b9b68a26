import * as z from "zod";
import { remoteEntrySchema, stdioEntrySchema } from "./entrySchema";

/**
 * The configuration file's JSON schema, for editors: completion and checks while somebody writes. Other programs' fields
 * are allowed, since they read the same files.
 */
export function mcpFileSchema(): Record<string, unknown> {
	const file = z.looseObject({
		mcpServers: z.record(
			z.string(),
			z.union([z.looseObject(stdioEntrySchema.shape), z.looseObject(remoteEntrySchema.shape)]),
		),
	});
	return {
		...z.toJSONSchema(file, { io: "input", target: "draft-7" }),
		allowComments: true,
		allowTrailingCommas: true,
	};
}
