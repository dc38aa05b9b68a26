import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { whileLocked } from "@core/mcp/whileLocked";
import type { OAuthStore } from "@services/mcp/oauth/OAuthStore";
import { KilnError } from "@shared/errors";
import type { ClockPort } from "@shared/host";
import * as z from "zod";

const fileSchema = z.object({
	version: z.literal(1),
	/** a server's sign-in, opaque here, by the server's key */
	signIns: z.record(z.string(), z.string()),
});
type SignIns = z.infer<typeof fileSchema>["signIns"];

export function signInFile(homeDir: string): string {
	return join(homeDir, ".kiln", "mcp_sign_ins.json");
}

/**
 * Tokens of MCP servers in one file that only the person may read. It is replaced as a whole and by one process at a
 * time; one that cannot be understood is never written over.
 */
export class SignInFile implements OAuthStore {
	constructor(
		/** absolute */
		private readonly file: string,
		private readonly clock: Pick<ClockPort, "sleep">,
	) {}

	async get(key: string): Promise<string | undefined> {
		return (await this.read())[key];
	}

	set(key: string, value: string): Promise<void> {
		return this.change((signIns) => ({ ...signIns, [key]: value }));
	}

	delete(key: string): Promise<void> {
		return this.change(({ [key]: _gone, ...signIns }) => signIns);
	}

	exclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
		return whileLocked(`${this.file}.${key.slice(0, 16)}.lock`, this.clock, work);
	}

	private change(edit: (signIns: SignIns) => SignIns): Promise<void> {
		return whileLocked(`${this.file}.lock`, this.clock, async () => {
			const signIns = edit(await this.read());
			await this.write(JSON.stringify({ version: 1, signIns }, null, "\t"));
		});
	}

	private async read(): Promise<SignIns> {
		const text = await this.text();
		if (text === undefined) return {};
		const parsed = fileSchema.safeParse(parseJson(text));
		if (parsed.success) return parsed.data.signIns;
		throw new KilnError(
			"invalid_settings",
			`${this.file}, which holds your sign-ins to MCP servers, cannot be understood.`,
			"Mend it, or move it away and sign in again. Kiln leaves it as it is.",
		);
	}

	private async text(): Promise<string | undefined> {
		try {
			return await readFile(this.file, "utf8");
		} catch (error) {
			if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
			throw new KilnError("io_error", `${this.file} cannot be read.`, undefined, { cause: error });
		}
	}

	private async write(text: string): Promise<void> {
		const temporary = `${this.file}.${randomUUID()}.tmp`;
		try {
			await mkdir(dirname(this.file), { recursive: true });
			await writeFile(temporary, text, { mode: 0o600, flag: "wx", flush: true });
			await rename(temporary, this.file);
		} catch (error) {
			await rm(temporary, { force: true });
			throw new KilnError("storage_unwritable", `${this.file} cannot be written.`, undefined, {
				cause: error,
			});
		}
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
