import type { FileProblemSummary } from "@shared/messages";
import type { ReactNode } from "react";
import { useId, useState } from "react";
import { Icon } from "../components/Icon";
import { IconButton } from "../components/IconButton";
import { FileLink } from "../components/Links";
import { decisionPanel, moveFocusOn } from "../components/moveFocusOn";
import { useKiln } from "../state/KilnContext";
import { useExternal, useReplica } from "../state/useReplica";
import { plural } from "../text/formatFigures";
import { mcpNotice } from "../text/mcpWords";
import classes from "./FileNotices.module.css";

/** What the project's files want of the person: modes to agree to, faults to mend. One line each, to be put away. */
export function FileNotices() {
	const { store, view } = useKiln();
	const problems = useReplica((replica) => replica.chrome?.fileProblems) ?? [];
	const waiting = useReplica((replica) => replica.chrome?.waitingModes ?? 0);
	const mcp = useReplica((replica) => replica.chrome?.mcp);
	const mcpWords = mcp && mcpNotice(mcp);
	return (
		<>
			{mcpWords !== undefined && (
				<Notice icon="info" noticeKey={`mcp ${mcpWords}`} testId="mcp-notice" words={mcpWords}>
					<button
						type="button"
						className={classes.action}
						onClick={() => view.set("mcp")}
						data-testid="show-mcp"
					>
						Show
					</button>
				</Notice>
			)}
			{waiting > 0 && (
				<Notice
					icon="info"
					noticeKey={`modes ${waiting}`}
					testId="waiting-modes"
					words={`${plural(waiting, "mode of this project waits", "modes of this project wait")} for your consent.`}
				>
					<button
						type="button"
						className={classes.action}
						onClick={() => store.post({ type: "review_modes" })}
						data-testid="review-modes"
					>
						Review…
					</button>
				</Notice>
			)}
			{problems.length > 0 && <FileProblems problems={problems} />}
		</>
	);
}

function FileProblems({ problems }: { readonly problems: readonly FileProblemSummary[] }) {
	const [isOpen, setOpen] = useState(false);
	const listId = useId();
	return (
		<Notice
			icon="warning"
			noticeKey={`problems ${JSON.stringify(problems)}`}
			testId="file-problems"
			words={`${plural(problems.length, "problem", "problems")} in files that guide Kiln.`}
			details={
				isOpen && (
					<ul id={listId} className={classes.list}>
						{problems.map((problem) => (
							<Problem key={`${problem.path} ${problem.line} ${problem.message}`} problem={problem} />
						))}
					</ul>
				)
			}
		>
			<button
				type="button"
				className={classes.action}
				aria-expanded={isOpen}
				aria-controls={listId}
				onClick={() => setOpen(!isOpen)}
				data-testid="show-problems"
			>
				{isOpen ? "Hide" : "Show"}
			</button>
		</Notice>
	);
}

interface NoticeProps {
	readonly icon: "info" | "warning";
	/** what it says, for telling it from later ones */
	readonly noticeKey: string;
	readonly words: string;
	readonly testId: string;
	/** its action */
	readonly children: ReactNode;
	readonly details?: ReactNode;
}

function Notice({ icon, noticeKey, words, testId, children, details }: NoticeProps) {
	const { drafts } = useKiln();
	const put = useExternal(drafts.putAway);
	if (put.includes(noticeKey)) return null;
	return (
		<div className={classes.notice} data-testid={testId} {...decisionPanel.other}>
			<div className={classes.line}>
				<Icon name={icon} className={classes[icon]} />
				<span className={classes.words}>
					{words} {children}
				</span>
				<IconButton
					icon="close"
					label="Put away"
					onClick={() => {
						moveFocusOn();
						drafts.putAway.set([...put, noticeKey]);
					}}
					testId="put-away"
				/>
			</div>
			{details}
		</div>
	);
}

function Problem({ problem }: { readonly problem: FileProblemSummary }) {
	const { path, line, message, hint } = problem;
	return (
		<li>
			<FileLink file={{ path, line }}>{line === undefined ? path : `${path}:${line}`}</FileLink> {message}
			{hint !== undefined && <span className={classes.hint}> {hint}</span>}
		</li>
	);
}
