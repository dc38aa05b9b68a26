import { createServer, type Server } from "node:http";
import { type CallbackOutcome, callbackPage } from "./callbackPage";

/** The browser has come back. It waits for `reply`, so that its page says how the sign-in ended. */
export interface Callback {
	readonly params: URLSearchParams;
	reply(outcome: CallbackOutcome): void;
}

export const callbackPath = "/callback";

/** Waits on this machine, on 127.0.0.1 only, for the browser to come back from an authorization server. */
export class LoopbackReceiver {
	private constructor(
		private readonly server: Server,
		readonly port: number,
	) {}

	/** Listens on `port`; 0: a free one. Rejects when it is taken. */
	static async listen(port: number): Promise<LoopbackReceiver> {
		const server = createServer();
		await new Promise<void>((resolve, reject) => {
			server.once("error", reject);
			server.listen(port, "127.0.0.1", () => {
				server.off("error", reject);
				resolve();
			});
		});
		const address = server.address();
		if (address === null || typeof address === "string") throw new Error("no port");
		return new LoopbackReceiver(server, address.port);
	}

	get address(): string {
		return `http://127.0.0.1:${this.port}${callbackPath}`;
	}

	/**
	 * The first that comes back with `state`. Others are turned away: they answer no question of ours. The path may have
	 * been changed by whoever passes the browser on to this machine; the state proves enough.
	 */
	receive(state: string): Promise<Callback> {
		return new Promise((resolve) => {
			let isTaken = false;
			this.server.on("request", (request, response) => {
				// anybody on this machine may send anything here
				const target = URL.canParse(request.url ?? "", this.address)
					? new URL(request.url ?? "", this.address)
					: undefined;
				const isOurs = request.method === "GET" && target?.searchParams.get("state") === state;
				response.setHeader("connection", "close");
				if (target === undefined || !isOurs || isTaken) {
					response.writeHead(404).end();
					return;
				}
				isTaken = true;
				resolve({
					params: target.searchParams,
					reply(outcome) {
						const { headers, body } = callbackPage(outcome);
						response.writeHead(200, headers).end(body);
					},
				});
			});
		});
	}

	/** Resolves when the browser has what was replied to it. */
	async close(): Promise<void> {
		const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
		this.server.closeIdleConnections();
		const force = setTimeout(() => this.server.closeAllConnections(), lastWordsMs);
		await closed;
		clearTimeout(force);
	}
}

const lastWordsMs = 1000;
