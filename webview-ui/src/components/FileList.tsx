import type { ToolBody } from "@shared/tools";
import classes from "./FileList.module.css";
import { FileLink } from "./Links";
import { PathText } from "./PathText";

type Files = Extract<ToolBody, { kind: "files" }>;

export function FileList({ files, more }: Pick<Files, "files" | "more">) {
	return (
		<ul className={classes.list} data-testid="file-list">
			{files.map((file, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: one path may be listed more than once
				<li key={index} className={classes.item}>
					<span className={classes.path}>
						<FileLink file={file}>
							<PathText text={file.line === undefined ? file.path : `${file.path}:${file.line}`} />
						</FileLink>
					</span>
					{file.detail !== undefined && (
						<span className={classes.detail} title={file.detail}>
							{file.detail}
						</span>
					)}
				</li>
			))}
			{more !== undefined && more > 0 && <li className={classes.detail}>and {more} more</li>}
		</ul>
	);
}
