import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Amendment } from "@shared/tools";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../support/mockModel";
import { complete, type StartedTask, startTask, write } from "../support/startTask";

let model: MockModel;

beforeEach(async () => {
	model = await startMockModel();
});
afterEach(() => model.stop());

const askWrites = { autoApprove: { kinds: { read: { inside: true } } } };
const numbered = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
const block = (search: string, replace: string) =>
	`<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;
const twoChanges = `<apply_diff>\n<path>a.txt</path>\n<diff>\n${block("line 2", "LINE 2")}\n${block("line 28", "LINE 28")}\n</diff>\n</apply_diff>`;

/** Runs a task whose first call is approved with the amendment. */
async function approved(call: string, amendment: Amendment): Promise<StartedTask> {
	model.script([call, complete()]);
	const started = await startTask({ model, settings: askWrites, files: { "a.txt": `${numbered}\n` } });
	const asked = started.next("approval_asked");
	const running = started.task.run();
	started.task.settle((await asked).approvalId, { decision: "approve", amendment });
	await running;
	return started;
}

const textOf = ({ cwd }: StartedTask, path = "a.txt") => readFileSync(join(cwd, path), "utf8");
const toldOf = (started: StartedTask) => JSON.stringify(started.events("tool_finished")[0]?.result);

describe("a proposal that the person changes while approving", () => {
	it("is written with the hunks that were kept, and the model gets the difference", async () => {
		const started = await approved(twoChanges, { kind: "hunks", kept: [1] });
		expect(textOf(started)).toContain("\nline 2\n");
		expect(textOf(started)).toContain("LINE 28");
		expect(toldOf(started)).toContain("-LINE 2");
		const [given] = started.events("approval_given").filter(({ by }) => by === "user");
		const [asked] = started.events("approval_asked");
		expect(given?.amendment).toEqual({ kind: "hunks", kept: [1] });
		expect(given?.digest).not.toBe(asked?.digest);
		expect(started.events("tool_started")[0]?.digest).toBe(given?.digest);
	});

	it("is written as the person wrote it", async () => {
		const started = await approved(write("b.txt", "one\ntwo"), { kind: "text", text: "one\n2\n" });
		expect(textOf(started, "b.txt")).toBe("one\n2\n");
		expect(toldOf(started)).toContain("-two");
		expect(started.events("tool_finished")[0]).toMatchObject({ status: "ok" });
	});

	it("changes nothing when no hunk is kept", async () => {
		const started = await approved(twoChanges, { kind: "hunks", kept: [] });
		expect(textOf(started)).toBe(`${numbered}\n`);
		expect(toldOf(started)).toContain("none of the changes");
	});

	it("is refused where a tool's proposal cannot be changed", async () => {
		const started = await approved("<execute_command>\n<command>touch x</command>\n</execute_command>", {
			kind: "text",
			text: "touch y",
		});
		expect(started.events("tool_finished")[0]).toMatchObject({ status: "error" });
		expect(started.events("tool_started").map(({ callId }) => callId)).not.toContain(
			started.events("approval_asked")[0]?.callId,
		);
	});
});
