import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toolFormats } from "@shared/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempDir, writeTree } from "../../unit/support/tempDir";
import { type MockModel, startMockModel } from "../support/mockModel";
import { jsonEvents, kiln } from "../support/runKiln";
import { calls, sayIn } from "../support/scriptedCalls";

const { complete, read, write } = calls;
let model: MockModel;
let cwd: string;
let storage: string;

beforeEach(async () => {
	model = await startMockModel();
	cwd = createTempDir("kiln-cli");
	storage = join(createTempDir("kiln-storage"), "s");
	writeTree(cwd, { "a.txt": "alpha\n" });
});
afterEach(() => model.stop());

function run(...more: readonly string[]) {
	const where = ["--cwd", cwd, "--storage", storage];
	const profile = ["--provider", "openai", "--base-url", model.openaiBaseUrl, "--model", "m"];
	return kiln([...where, ...profile, "--json", "--auto-approve", "all", ...more], {
		KILN_API_KEY: "test-key",
	});
}

describe("--tool-format", () => {
	it.each(toolFormats)("%s runs a task", async (format) => {
		const say = sayIn(format);
		model.script([say(read("a.txt")), say(write("b.txt", "x")), say(complete("ok"))]);
		const { code, stdout } = await run("--tool-format", format, "do it");
		expect(code).toBe(0);
		const requested = jsonEvents(stdout).filter((event) => event.type === "request_started");
		expect(requested).toMatchObject([{ format }, { format }, { format }]);
		expect(readFileSync(join(cwd, "b.txt"), "utf8")).toBe("x");
	});

	it("may change when a task goes on", async () => {
		model.script([sayIn("xml")(read("a.txt")), sayIn("xml")(complete("one"))]);
		const first = await run("--tool-format", "xml", "do it");
		const taskId = jsonEvents(first.stdout)[0]?.taskId ?? "";
		model.script([sayIn("native")(read("a.txt")), sayIn("native")(complete("two"))]);
		const { code, stdout } = await run("--continue", taskId, "--tool-format", "native", "and again");
		expect(code).toBe(0);
		const requested = jsonEvents(stdout).filter((event) => event.type === "request_started");
		expect(requested).toMatchObject([{ format: "native" }, { format: "native" }]);
		expect(JSON.stringify(model.requests().at(-1)?.body.messages)).not.toContain("<read_file>");
	});

	it("names the formats when it does not know one", async () => {
		const { code, stderr } = await run("--tool-format", "json", "do it");
		expect(code).not.toBe(0);
		for (const format of toolFormats) expect(stderr).toContain(format);
		expect(model.requests()).toEqual([]);
	});
});
