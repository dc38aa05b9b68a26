import { createServer, type Server } from "node:http";
import { KilnError } from "@shared/errors";

/** Waits on this machine for the browser to come back with the authorization code. */
export class LoopbackReceiver {
	private constructor(
		private readonly server: Server,
		readonly port: number,
	) {}

	/** Listens on `port`, or on a free one when that is taken. 127.0.0.1 only. */
	static async listen(port: number): Promise<LoopbackReceiver> {
		const server = createServer();
		await listenOn(server, port).catch(() => listenOn(server, 0));
		const address = server.address();
		if (address === null || typeof address === "string") throw new Error("no port");
		return new LoopbackReceiver(server, address.port);
	}

	/**
	 * The code that comes back with `state`. Requests with another state are turned away: they answer no question of ours.
	 * Rejects when the person refuses, after `timeoutMs`, or when `signal` aborts.
	 */
	receive(state: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<string> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => fail("nobody signed in in time"), timeoutMs);
			const abort = () => fail("it was cancelled");
			const fail = (why: string) =>
				finish(() => reject(new KilnError("mcp_failed", `The sign-in failed: ${why}.`)));
			const finish = (settle: () => void) => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", abort);
				settle();
			};
			if (signal?.aborted) return abort();
			signal?.addEventListener("abort", abort, { once: true });
			this.server.on("request", (request, response) => {
				const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
				const isOurs = pathname === callbackPath && searchParams.get("state") === state;
				response.writeHead(isOurs ? 200 : 404, {
					"content-type": "text/html; charset=utf-8",
					connection: "close",
				});
				response.end(isOurs ? page : "");
				if (!isOurs) return;
				const code = searchParams.get("code");
				if (code) finish(() => resolve(code));
				else fail(searchParams.get("error_description") ?? searchParams.get("error") ?? "no code came back");
			});
		});
	}

	close(): void {
		this.server.close();
		this.server.closeAllConnections();
	}
}

export const callbackPath = "/callback";
const page =
	"<!doctype html><title>Kiln</title><p>You are signed in. You can close this tab and go back to Kiln.</p>";

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
	const receiver = await LoopbackReceiver.listen(0);
	receiver.close();
	return receiver.port;
}

function listenOn(server: Server, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", () => {
			server.off("error", reject);
			resolve();
		});
	});
}
