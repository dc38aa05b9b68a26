import { setTimeout as sleep } from "node:timers/promises";
import type { ClockPort } from "@shared/host";

export function createSystemClock(): ClockPort {
	return {
		now: () => Date.now(),
		sleep: async (ms, signal) => {
			await sleep(ms, undefined, signal ? { signal } : undefined);
		},
	};
}
