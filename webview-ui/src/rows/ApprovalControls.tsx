import type { ToolBody } from "@shared/tools";
import type { ReactNode } from "react";
import { Button } from "../components/Button";
import { GrowingInput } from "../components/GrowingInput";
import { useKiln } from "../state/KilnContext";
import { useIsDeaf, useSettle } from "../state/usePending";
import { useProposal } from "../state/useProposal";
import { useExternal } from "../state/useReplica";
import { approveWords, keepsNothing } from "../text/amendment";
import { shortcutWords } from "../views/approvalShortcut";
import classes from "./ApprovalControls.module.css";

interface ApprovalControlsProps {
	readonly approvalId: string;
	/** what is approved; the person may have changed it */
	readonly body: ToolBody;
	/** the pinned copy has test ids of its own */
	readonly testIdPrefix: "" | "pinned-";
	readonly children?: ReactNode;
}

/** Feedback goes with either decision. The card and the pinned panel share what is typed. */
export function ApprovalControls({ approvalId, body, testIdPrefix, children }: ApprovalControlsProps) {
	const { drafts, decided } = useKiln();
	const settle = useSettle();
	const feedback = useExternal(drafts.feedback);
	const decision = useExternal(decided).get(approvalId);
	const isDecided = decision !== undefined;
	const isDeaf = useIsDeaf(isDecided);
	const { amendment } = useProposal(approvalId, body);
	const isEmpty = keepsNothing(amendment);
	return (
		<>
			<GrowingInput
				label="Feedback"
				placeholder="Feedback for the model (optional)"
				value={feedback.get(approvalId) ?? ""}
				onChange={(text) => drafts.feedback.set(new Map(feedback).set(approvalId, text))}
				isDisabled={isDecided}
				testId={`${testIdPrefix}approval-feedback`}
			/>
			<div className={classes.buttons}>
				<Button
					onClick={() => settle(approvalId, "approve")}
					isDisabled={isDeaf || isEmpty}
					title={isEmpty ? "Nothing is kept: deny it instead" : `Approve (${shortcutWords.approve})`}
					testId={`${testIdPrefix}approve`}
				>
					{decision === "approve" ? "Approving…" : approveWords(body, amendment)}
				</Button>
				<Button
					isSecondary
					onClick={() => settle(approvalId, "deny")}
					isDisabled={isDeaf}
					title={`Deny (${shortcutWords.deny})`}
					testId={`${testIdPrefix}deny`}
				>
					{decision === "deny" ? "Denying…" : "Deny"}
				</Button>
				{children}
			</div>
		</>
	);
}
