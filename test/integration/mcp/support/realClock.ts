import { setTimeout as delay } from "node:timers/promises";
import type { ClockPort } from "@shared/host";

export const realClock: ClockPort = {
	now: () => Date.now(),
	sleep: (ms, signal) => delay(ms, undefined, { signal }),
};
