import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SignInFile } from "@hosts/terminal/mcp/SignInFile";
import { describe, expect, it } from "vitest";
import { realClock } from "../../../../integration/mcp/support/realClock";
import { createTempDir } from "../../../support/tempDir";

const place = () => join(createTempDir("kiln-sign-in"), "in", "sign_ins.json");

describe("SignInFile", () => {
	it("keeps each server's sign-in where only the person can read it", async () => {
		const file = place();
		await new SignInFile(file, realClock).set("a", "1");
		chmodSync(file, 0o644);
		await Promise.all(["b", "c", "d"].map((key) => new SignInFile(file, realClock).set(key, key)));
		const store = new SignInFile(file, realClock);
		await store.delete("c");
		expect(await Promise.all(["a", "b", "c", "d"].map((key) => store.get(key)))).toEqual([
			"1",
			"b",
			undefined,
			"d",
		]);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readdirSync(join(file, ".."))).toEqual(["sign_ins.json"]);
	});

	it.each(["", "{", '{"version":2,"signIns":{}}', '{"version":1,"signIns":{"a":1}}'])(
		"neither reads nor replaces a file that holds %j",
		async (text) => {
			const file = place();
			const store = new SignInFile(file, realClock);
			await store.set("a", "1");
			writeFileSync(file, text);
			const refusal = expect.objectContaining({
				code: "invalid_settings",
				message: expect.stringContaining(file),
			});
			await expect(store.get("a")).rejects.toEqual(refusal);
			await expect(store.set("a", "2")).rejects.toEqual(refusal);
			await expect(store.delete("a")).rejects.toEqual(refusal);
			expect(readFileSync(file, "utf8")).toBe(text);
		},
	);

	it("lets one at a time do what is exclusive, also in another window", async () => {
		const file = place();
		const happened: string[] = [];
		const work = (name: string) => async () => {
			happened.push(`${name} begins`);
			await realClock.sleep(20);
			happened.push(`${name} ends`);
		};
		await Promise.all(["a", "b"].map((name) => new SignInFile(file, realClock).exclusive("key", work(name))));
		const [first, second] = happened[0]?.startsWith("a") ? ["a", "b"] : ["b", "a"];
		expect(happened).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
	});
});
