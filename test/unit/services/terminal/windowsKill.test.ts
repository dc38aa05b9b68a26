import { windowsKill } from "@services/terminal/killTree";
import { expect, it } from "vitest";

it("ends a tree by force, with the system's own program and no other of that name", () => {
	const args = ["/PID", "42", "/T", "/F"];
	expect(windowsKill(42, "C:\\Windows")).toEqual({ file: "C:\\Windows\\System32\\taskkill.exe", args });
	expect(windowsKill(42, undefined)).toMatchObject({ args });
});
