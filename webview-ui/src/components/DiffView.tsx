import type { ToolBody } from "@shared/tools";
import { memo, useMemo, useState } from "react";
import { countHunks } from "../text/amendment";
import type { DiffLine } from "../text/parseUnifiedDiff";
import { parseUnifiedDiff } from "../text/parseUnifiedDiff";
import { withVisibleTurns } from "../text/visibleText";
import classes from "./DiffView.module.css";
import { FileLink } from "./Links";
import { PathText } from "./PathText";

type FileDiff = Extract<ToolBody, { kind: "diff" }>["files"][number];

/** A long diff is for the diff editor: the card renders so many lines and offers the rest. */
const firstLines = 200;

const operationWords = { create: "new file", modify: "", delete: "deleted" } as const;

/** Which hunks are kept; they are numbered from 0 over all files. */
export interface HunkChoice {
	readonly off: ReadonlySet<number>;
	readonly toggle: (hunk: number) => void;
	readonly isDisabled: boolean;
}

interface DiffViewProps {
	readonly files: readonly FileDiff[];
	/** absent: there is nothing to choose */
	readonly choice?: HunkChoice | undefined;
}

export const DiffView = memo(function DiffView({ files, choice }: DiffViewProps) {
	const counts = useMemo(() => countHunks(files) ?? [], [files]);
	return (
		<div className={classes.files}>
			{files.map((file, index) => (
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
					{file.diff !== "" && (
						<Lines
							diff={file.diff}
							firstHunk={counts.slice(0, index).reduce((sum, count) => sum + count, 0)}
							choice={choice}
						/>
					)}
				</section>
			))}
		</div>
	);
});

interface LinesProps {
	readonly diff: string;
	/** the number of its first hunk */
	readonly firstHunk: number;
	readonly choice: HunkChoice | undefined;
}

function Lines({ diff, firstHunk, choice }: LinesProps) {
	const lines = useMemo(() => numberHunks(parseUnifiedDiff(diff), firstHunk), [diff, firstHunk]);
	const [isWhole, setWhole] = useState(false);
	const shown = isWhole ? lines : lines.slice(0, firstLines);
	return (
		<>
			<section className={classes.scroll} aria-label="Diff">
				<div className={classes.lines} style={{ "--digits": digitsOf(lines) }}>
					{shown.map((line, index) =>
						line.kind === "hunk" && choice !== undefined ? (
							<HunkToggle key={`hunk-${line.hunk}`} line={line} choice={choice} />
						) : (
							<Line
								// biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text
								key={index}
								line={line}
								isFirst={index === 0}
								isOff={choice?.off.has(line.hunk) ?? false}
							/>
						),
					)}
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

type HunkLine = DiffLine & { readonly hunk: number };

function numberHunks(lines: readonly DiffLine[], firstHunk: number): HunkLine[] {
	let hunk = firstHunk - 1;
	return lines.map((line) => {
		if (line.kind === "hunk") hunk += 1;
		return { ...line, hunk };
	});
}

/** Heads a hunk whose change may be left out. */
function HunkToggle({ line, choice }: { readonly line: HunkLine; readonly choice: HunkChoice }) {
	const isKept = !choice.off.has(line.hunk);
	return (
		<div className={`${classes.line} ${classes.toggle}`}>
			<label className={classes.keep} title={isKept ? "Leave this change out" : "Keep this change"}>
				<input
					type="checkbox"
					checked={isKept}
					disabled={choice.isDisabled}
					onChange={() => choice.toggle(line.hunk)}
					aria-label={`Keep change ${line.hunk + 1}`}
					data-testid={`hunk-${line.hunk}`}
				/>
				{isKept ? "Keep" : "Left out"}
			</label>
			{line.text !== "" && <span className={classes.place}>{line.text}</span>}
		</div>
	);
}

/** The columns of numbers are as wide as the highest one. */
function digitsOf(lines: readonly DiffLine[]): number {
	const highest = lines.reduce((most, line) => Math.max(most, line.oldLine ?? 0, line.newLine ?? 0), 1);
	return String(highest).length;
}

const signs = { added: "+", removed: "−", context: " ", hunk: "", note: "" } as const;

interface LineProps {
	readonly line: DiffLine;
	readonly isFirst: boolean;
	/** its hunk is left out */
	readonly isOff: boolean;
}

function Line({ line, isFirst, isOff }: LineProps) {
	if (line.kind === "hunk" && isFirst && line.text === "") return null;
	return (
		<div className={`${classes.line} ${classes[line.kind] ?? ""} ${isOff ? classes.off : ""}`}>
			<span className={classes.number}>{line.oldLine}</span>
			<span className={classes.number}>{line.newLine}</span>
			<span className={classes.sign}>{signs[line.kind]}</span>
			<span className={classes.text}>
				{line.kind === "hunk" ? `⋯ ${line.text}` : withVisibleTurns(line.text) || "\n"}
			</span>
		</div>
	);
}
