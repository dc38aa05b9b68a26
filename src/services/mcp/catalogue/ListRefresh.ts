import type { ClockPort } from "@shared/host";

/** between two readings: a server that says without end that its lists changed is not read without end */
const pauseMs = 1000;

export interface ListRefreshPorts {
	readonly clock: ClockPort;
	/** whether a server is there to be read; `resume` when it comes */
	canRead(): boolean;
	/** Never rejects. */
	read(): Promise<void>;
}

/** Reads a server's lists again after changes, once for many that come together. */
export class ListRefresh {
	private isDue = false;
	private isReading = false;

	constructor(private readonly ports: ListRefreshPorts) {}

	/** The lists have changed; a change before the server can be read counts as soon as it can. */
	trigger(): void {
		this.isDue = true;
		this.resume();
	}

	/** All lists are about to be read anyway. */
	forget(): void {
		this.isDue = false;
	}

	resume(): void {
		if (!this.isReading) void this.readWhileDue();
	}

	private async readWhileDue(): Promise<void> {
		this.isReading = true;
		while (this.isDue && this.ports.canRead()) {
			this.isDue = false;
			await this.ports.read();
			await this.ports.clock.sleep(pauseMs);
		}
		this.isReading = false;
	}
}
