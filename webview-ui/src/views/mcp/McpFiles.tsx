import type { McpFileSummary, McpList } from "@shared/mcp-view";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { FileLink } from "../../components/Links";
import { PathText } from "../../components/PathText";
import { mcpScopeKey } from "../../text/mcpWords";
import { visibleText } from "../../text/visibleText";
import classes from "./McpView.module.css";

interface McpFilesProps {
	readonly list: McpList | null;
	readonly onOpen: (scope: McpFileSummary["scope"]) => void;
}

/** The configuration files, to be opened in the editor, and what is wrong in them. */
export function McpFiles({ list, onOpen }: McpFilesProps) {
	if (list === null || list.files.length === 0) return null;
	return (
		<>
			<div className={classes.files}>
				<span className={classes.muted}>Configuration:</span>
				{list.files.map(({ scope, file, label }) => (
					<Button
						key={mcpScopeKey(scope)}
						isSecondary
						icon="go-to-file"
						title={`Open ${file}`}
						onClick={() => onOpen(scope)}
						testId={`mcp-open-${scope.kind}`}
					>
						{label}
					</Button>
				))}
			</div>
			{list.problems.length > 0 && (
				<section className={classes.problems} aria-label="Problems in the configuration">
					<ul data-testid="mcp-problems">
						{list.problems.map(({ file, line, server, field, message }) => (
							<li key={`${file}:${line} ${server} ${field} ${message}`}>
								<Icon name="warning" className={classes.warning} />{" "}
								<FileLink file={{ path: file, line }}>
									<PathText text={`${shortPath(file)}:${line}`} />
								</FileLink>{" "}
								{server !== undefined && <strong>{visibleText(server)}: </strong>}
								{field !== undefined && <code>{visibleText(field)}</code>} {visibleText(message)}
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}

/** ".kilocode/mcp.json": the last two parts say which file it is. */
function shortPath(file: string): string {
	return file.split(/[\\/]/).slice(-2).join("/");
}
