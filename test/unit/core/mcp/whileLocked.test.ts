import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { whileLocked } from "@core/mcp/whileLocked";
import { expect, it } from "vitest";
import { realClock } from "../../../integration/mcp/support/realClock";
import { createTempDir } from "../../support/tempDir";

it("says that the place cannot be written, also when its folder cannot be made", async () => {
	const file = join(createTempDir(), "a file");
	writeFileSync(file, "");
	await expect(whileLocked(join(file, "in", "lock"), realClock, async () => 1)).rejects.toMatchObject({
		code: "storage_unwritable",
		message: expect.stringContaining(file),
	});
});

it("lets go when the work has failed", async () => {
	const path = join(createTempDir(), "lock");
	const failing = whileLocked(path, realClock, () => Promise.reject(new Error("no")));
	await expect(failing).rejects.toThrow("no");
	expect(await whileLocked(path, realClock, async () => 1)).toBe(1);
});
