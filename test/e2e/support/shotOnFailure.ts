import { beforeEach } from "vitest";
import type { VsCode } from "./startVsCode";

/** What was on the screen when a test of this suite failed: test-output/screenshots/<name>-failed-<title>.png. */
export function shotOnFailure(name: string, code: () => VsCode | undefined): void {
	beforeEach(({ onTestFailed, task }) => {
		onTestFailed(async () => {
			await code()?.screenshot(`${name}-failed-${task.name.replace(/\W+/g, "-").slice(0, 40)}`);
		});
	});
}
