import * as vscode from "vscode";
import type { DiffSide } from "./ProposedEdits";

/** The left side: virtual and read-only. */
export const beforeScheme = "kiln-diff";
/** The right side: files in memory. */
export const afterScheme = "kiln-proposal";

export interface ProposalPlace {
	readonly callId: string;
	/** absolute */
	readonly path: string;
}

/** The path is the file's own, for the editor to pick its language and icon; what it stands for is in the query. */
export function proposalUri({ callId, path }: ProposalPlace, side: DiffSide): vscode.Uri {
	const shown = path.replaceAll("\\", "/");
	return vscode.Uri.from({
		scheme: side === "before" ? beforeScheme : afterScheme,
		path: shown.startsWith("/") ? shown : `/${shown}`,
		query: [callId, path].map(encodeURIComponent).join("&"),
	});
}

export function parseProposalUri({ query }: Pick<vscode.Uri, "query">): ProposalPlace {
	const [callId = "", path = ""] = query.split("&").map(decodeURIComponent);
	return { callId, path };
}
