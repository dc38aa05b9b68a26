import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

const script = new URL(
	"../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
	import.meta.url,
).pathname;

export const everythingStdio = { command: process.execPath, args: [script, "stdio"] };

/** Starts the reference server as a process of its own and gives its address; it ends with the test. */
export async function startEverything(kind: "sse" | "streamableHttp"): Promise<string> {
	return (await startEverythingOn(kind, await freePort())).url;
}

export async function startEverythingOn(
	kind: "sse" | "streamableHttp",
	port: number,
): Promise<{ readonly url: string; readonly kill: () => Promise<void> }> {
	const child = spawn(process.execPath, [script, kind], {
		env: { ...process.env, PORT: String(port) },
		stdio: ["ignore", "ignore", "pipe"],
	});
	const kill = async () => {
		child.kill("SIGKILL");
		if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
	};
	onTestFinished(kill);
	await new Promise<void>((resolve) => {
		child.stderr.on("data", (chunk) => /listening|running/i.test(String(chunk)) && resolve());
	});
	return { url: `http://127.0.0.1:${port}/${kind === "sse" ? "sse" : "mcp"}`, kill };
}

export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	if (address === null || typeof address === "string") throw new Error("no port");
	return address.port;
}
