import type { ToolBody } from "@shared/tools";
import { memo, useMemo, useState } from "react";
import type { DiffLine } from "../text/parseUnifiedDiff";
import { parseUnifiedDiff } from "../text/parseUnifiedDiff";
import classes from "./DiffView.module.css";
import { FileLink } from "./Links";
import { PathText } from "./PathText";

type FileDiff = Extract<ToolBody, { kind: "diff" }>["files"][number];

/** A long diff is for the diff editor: the card renders so many lines and offers the rest. */
const firstLines = 200;

const operationWords = { create: "new file", modify: "", delete: "deleted" } as const;

export const DiffView = memo(function DiffView({ files }: { readonly files: readonly FileDiff[] }) {
	return (
		<div className={classes.files}>
			{files.map((file) => (
				<section key={file.path} aria-label={`Changes in ${file.path}`} data-testid="diff-file">
					<div className={classes.header}>
						<span className={classes.path}>
							<FileLink file={{ path: file.path }}>
								<PathText text={file.path} />
							</FileLink>
						</span>
						<span className={classes.note}>{file.note ?? operationWords[file.operation]}</span>
						<span className={classes.added}>+{file.added}</span>
						<span className={classes.removed}>−{file.removed}</span>
					</div>
					{file.diff !== "" && <Lines diff={file.diff} />}
				</section>
			))}
		</div>
	);
});

function Lines({ diff }: { readonly diff: string }) {
	const lines = useMemo(() => parseUnifiedDiff(diff), [diff]);
	const [isWhole, setWhole] = useState(false);
	const shown = isWhole ? lines : lines.slice(0, firstLines);
	return (
		<>
			<section className={classes.scroll} aria-label="Diff">
				<div className={classes.lines} style={{ "--digits": digitsOf(lines) }}>
					{shown.map((line, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text
						<Line key={index} line={line} isFirst={index === 0} />
					))}
				</div>
			</section>
			{shown.length < lines.length && (
				<button type="button" className={classes.more} onClick={() => setWhole(true)}>
					Show {lines.length - shown.length} more lines
				</button>
			)}
		</>
	);
}

/** The columns of numbers are as wide as the highest one. */
function digitsOf(lines: readonly DiffLine[]): number {
	const highest = lines.reduce((most, line) => Math.max(most, line.oldLine ?? 0, line.newLine ?? 0), 1);
	return String(highest).length;
}

const signs = { added: "+", removed: "−", context: " ", hunk: "", note: "" } as const;

function Line({ line, isFirst }: { readonly line: DiffLine; readonly isFirst: boolean }) {
	if (line.kind === "hunk" && isFirst && line.text === "") return null;
	return (
		<div className={`${classes.line} ${classes[line.kind] ?? ""}`}>
			<span className={classes.number}>{line.oldLine}</span>
			<span className={classes.number}>{line.newLine}</span>
			<span className={classes.sign}>{signs[line.kind]}</span>
			<span className={classes.text}>{line.kind === "hunk" ? `⋯ ${line.text}` : line.text || "\n"}</span>
		</div>
	);
}
