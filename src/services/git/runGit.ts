import { spawn } from "node:child_process";
import { KilnError } from "@shared/errors";

export interface GitRun {
	/** absolute path of the directory that git looks from */
	readonly cwd: string;
	readonly args: readonly string[];
	/** the person's variables; git's own among them are left out */
	readonly variables: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
	/** of standard output; git is ended when it is reached */
	readonly maxBytes: number;
	/** values that stand above every configuration file: "filter.x.clean=" */
	readonly overrides?: readonly string[] | undefined;
}

export interface GitOutcome {
	/** null: it was ended, since it had said enough */
	readonly exitCode: number | null;
	readonly stdout: string;
	readonly stderr: string;
	readonly isCut: boolean;
}

/** What a repository's configuration could have git run while it only looks: git-config(1). */
const alwaysOverridden: readonly string[] = [
	"core.fsmonitor=false",
	"core.hooksPath=/dev/null",
	"core.quotePath=false",
	"log.showSignature=false",
	"protocol.allow=never",
	"submodule.recurse=false",
];

const timeoutMs = 30_000;
const maxErrorChars = 2000;

/**
 * Runs git to look at a repository: nothing is locked or written, no pager, hook, monitor, system configuration or
 * network. Throws an AbortError on abort, `command_failed` when git is not there or does not end.
 */
export async function runGit(run: GitRun): Promise<GitOutcome> {
	run.signal.throwIfAborted();
	const overrides = [...alwaysOverridden, ...(run.overrides ?? [])].flatMap((value) => ["-c", value]);
	const args = ["-C", run.cwd, "--no-optional-locks", "--no-pager", ...overrides, ...run.args];
	const child = spawn("git", args, {
		env: gitEnvironment(run.variables),
		stdio: ["ignore", "pipe", "pipe"],
		windowsHide: true,
	});
	const stdout = new ByteCap(run.maxBytes, () => child.kill("SIGKILL"));
	let stderr = "";
	child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
	child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
		if (stderr.length < maxErrorChars) stderr += chunk;
	});
	const limit = AbortSignal.any([run.signal, AbortSignal.timeout(timeoutMs)]);
	const exitCode = await ended(child, limit);
	run.signal.throwIfAborted();
	if (limit.aborted) throw failed(`git did not end within ${timeoutMs / 1000} s.`);
	return { exitCode, stdout: stdout.text(), stderr: stderr.trim(), isCut: stdout.isFull };
}

function ended(child: ReturnType<typeof spawn>, signal: AbortSignal): Promise<number | null> {
	const stop = () => child.kill("SIGKILL");
	signal.addEventListener("abort", stop, { once: true });
	return new Promise<number | null>((resolve, reject) => {
		child.once("error", (error) => reject(failed(`git could not be started: ${error.message}.`)));
		child.once("close", (code) => resolve(code));
	}).finally(() => signal.removeEventListener("abort", stop));
}

/** Without what points git at other repositories, programs or prompts: git(1), ENVIRONMENT VARIABLES. */
function gitEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
	const kept = Object.entries(variables).filter(([name]) => !/^(GIT_|SSH_ASKPASS|PAGER$)/i.test(name));
	return {
		...Object.fromEntries(kept),
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_ATTR_NOSYSTEM: "1",
		GIT_TERMINAL_PROMPT: "0",
		// objects that a partial clone has left out are not fetched
		GIT_NO_LAZY_FETCH: "1",
		LC_ALL: "C",
	};
}

/** Keeps the first bytes of a stream, whole characters only. */
class ByteCap {
	private readonly chunks: Buffer[] = [];
	private left: number;
	isFull = false;

	constructor(
		maxBytes: number,
		private readonly onFull: () => void,
	) {
		this.left = maxBytes;
	}

	push(chunk: Buffer): void {
		if (this.isFull) return;
		this.chunks.push(chunk.subarray(0, this.left));
		this.left -= chunk.length;
		if (this.left >= 0) return;
		this.isFull = true;
		this.onFull();
	}

	text(): string {
		// `stream` holds back a character that the cut has split
		return new TextDecoder().decode(Buffer.concat(this.chunks), { stream: this.isFull });
	}
}

function failed(message: string): KilnError {
	return new KilnError("command_failed", message, "Check that `git --version` works in a terminal.");
}
