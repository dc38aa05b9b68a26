import { UserChanges } from "@hosts/vscode/ports/UserChanges";
import { describe, expect, it } from "vitest";

describe("UserChanges", () => {
	it("tells which files changed since a time", () => {
		let now = 100;
		const changes = new UserChanges(() => now);
		changes.note("/a");
		now = 200;
		changes.note("/b");
		expect(changes.since(150)).toEqual(["/b"]);
		expect(changes.since(100)).toEqual(["/a", "/b"]);
	});

	it("does not take Kiln's own edits for a person's, until they are over", async () => {
		const changes = new UserChanges(() => 1);
		await changes.asOwn("/a", async () => {
			changes.note("/a");
			changes.note("/other");
		});
		expect(changes.since(0)).toEqual(["/other"]);
		changes.note("/a");
		expect(changes.since(0)).toEqual(["/other", "/a"]);
	});

	it("hears the person again after an edit that failed", async () => {
		const changes = new UserChanges(() => 1);
		await expect(changes.asOwn("/a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
		changes.note("/a");
		expect(changes.since(0)).toEqual(["/a"]);
	});
});
