import type { McpImportSummary } from "@shared/mcp-view";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import type { McpActions } from "../../state/useMcp";
import { mcpImportFaults, mcpImportWords } from "../../text/mcpImport";
import classes from "./McpView.module.css";

interface McpImportsProps {
	readonly imports: readonly McpImportSummary[];
	readonly run: McpActions["run"];
	readonly onImport: (found: McpImportSummary) => void;
}

/** A line for each file of another program: its servers may be imported, and the line sent away. */
export function McpImports({ imports, run, onImport }: McpImportsProps) {
	if (imports.length === 0) return null;
	return (
		<ul className={classes.imports} aria-label="Servers of other programs">
			{imports.map((found) => {
				const { file, hash, origin, servers } = found;
				const faults = mcpImportFaults(found);
				return (
					<li key={file} className={classes.import} data-testid="mcp-import-line" data-origin={origin}>
						<span className={classes.found}>{mcpImportWords(found)}</span>
						{faults.map((fault) => (
							<span key={fault} className={classes.found} data-testid="mcp-import-problem">
								<Icon name="warning" className={classes.warning} /> {fault}
							</span>
						))}
						<span className={classes.files}>
							{servers.some(({ run }) => run !== undefined) && (
								<Button
									isSecondary
									icon="cloud-download"
									title={`Choose servers of ${file}`}
									onClick={() => onImport(found)}
									testId="mcp-import-open"
								>
									Import…
								</Button>
							)}
							<Button
								isSecondary
								title={`Do not offer ${origin} again until it changes`}
								onClick={() => void run({ type: "mcp_dismiss_import", file, hash })}
								testId="mcp-import-dismiss"
							>
								Dismiss
							</Button>
						</span>
					</li>
				);
			})}
		</ul>
	);
}
