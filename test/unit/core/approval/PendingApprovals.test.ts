import { PendingApprovals } from "@core/approval/PendingApprovals";
import { describe, expect, it } from "vitest";

describe("PendingApprovals", () => {
	it("settles each question exactly once, by its id", async () => {
		const approvals = new PendingApprovals();
		const answer = approvals.wait("a", new AbortController().signal);
		expect(approvals.settle("b", { decision: "approve" })).toBe(false);
		expect(approvals.settle("a", { decision: "deny", text: "no" })).toBe(true);
		expect(approvals.settle("a", { decision: "approve" })).toBe(false);
		expect(await answer).toEqual({ decision: "deny", text: "no" });
	});

	it("ends with the abort, before or while it waits, and cannot be settled afterwards", async () => {
		const approvals = new PendingApprovals();
		const controller = new AbortController();
		const answer = approvals.wait("a", controller.signal);
		controller.abort();
		await expect(answer).rejects.toMatchObject({ code: "aborted" });
		expect(approvals.settle("a", { decision: "approve" })).toBe(false);
		await expect(approvals.wait("b", controller.signal)).rejects.toMatchObject({ code: "aborted" });
	});
});
