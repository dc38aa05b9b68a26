import { screensTogether } from "@hosts/vscode/chat/TaskScreen";
import { describe, expect, it, vi } from "vitest";
import { createSilentLog } from "../support/silentLog";

describe("screensTogether", () => {
	it("logs a screen that fails and goes on with the others", () => {
		const log = createSilentLog();
		const broken = {
			show: () => {
				throw new Error("Webview is disposed");
			},
			changed: vi.fn(),
			live: vi.fn(),
		};
		const sound = { show: vi.fn(), changed: vi.fn(), live: vi.fn() };
		screensTogether([broken, sound], log).show(null);
		expect(sound.show).toHaveBeenCalledWith(null);
		expect(log.lines).toEqual([expect.stringContaining("Webview is disposed")]);
	});
});
