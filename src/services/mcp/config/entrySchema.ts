import * as z from "zod";

/** Seconds: what a server may take to answer, counted anew with each progress it reports. */
export const timeoutSeconds = { min: 1, default: 60, max: 3600 } as const;

const texts = z.array(z.string());
const textMap = z.record(z.string(), z.string());

const common = {
	disabled: z.boolean().default(false),
	timeout: z.number().min(timeoutSeconds.min).max(timeoutSeconds.max).default(timeoutSeconds.default),
	alwaysAllow: texts.default([]),
	disabledTools: texts.default([]),
	/** files and folders, relative to the project, or to the home folder for the person's own; a change restarts the server */
	watchPaths: texts.default([]),
};

const oauthSchema = z.object({
	/** an id that the authorization server has given out beforehand */
	clientId: z.string().min(1).optional(),
	clientSecret: z.string().optional(),
	/** PEM, for clients that prove themselves with a signed assertion */
	privateKey: z.string().optional(),
	algorithm: z.string().default("ES256"),
	scope: z.string().optional(),
	/** of the address that the browser comes back to, where a client is registered with one; else any that is free */
	redirectPort: z.number().int().min(1).max(65535).optional(),
	/** client_credentials: a machine's own account, no browser */
	grant: z.enum(["authorization_code", "client_credentials"]).default("authorization_code"),
});

export const stdioEntrySchema = z.object({
	...common,
	type: z.literal("stdio").default("stdio"),
	command: z.string().trim().min(1, "must name a program"),
	args: texts.default([]),
	cwd: z.string().min(1).optional(),
	env: textMap.default({}),
});

const url = z.string().refine(isWebAddress, "must be an http:// or https:// address");

export const remoteEntrySchema = z.object({
	...common,
	/** without a type: streamable HTTP first, then SSE */
	type: z.enum(["streamable-http", "sse"]).optional(),
	url,
	headers: textMap.default({}),
	oauth: oauthSchema.optional(),
});

export type StdioEntry = z.infer<typeof stdioEntrySchema>;
export type RemoteEntry = z.infer<typeof remoteEntrySchema>;
/** A server as its file has it, defaults filled in, nothing expanded. */
export type McpEntry = StdioEntry | RemoteEntry;
export type OAuthEntry = z.infer<typeof oauthSchema>;

export function isRemote(entry: McpEntry): entry is RemoteEntry {
	return "url" in entry;
}

/** `${…}` may stand anywhere in an address: what it becomes is checked when it is expanded. */
function isWebAddress(text: string): boolean {
	return text.includes("${") || /^https?:\/\/[^/\s]/i.test(text);
}
