import type { ExternalPort } from "@shared/host";
import * as vscode from "vscode";

export interface VsCodeExternal extends ExternalPort {
	/**
	 * The address under which the person's browser reaches a loopback address of the extension host's machine. With a
	 * remote (SSH, WSL, a container, VS Code in the browser) VS Code passes the port on; else it is the same.
	 */
	reachable(loopback: string): Promise<string>;
}

export function createExternalPort(): VsCodeExternal {
	return {
		// A `Uri` is written anew on its way, and "%26" in a query becomes "&". A text goes as it is: VS Code has always
		// taken one, though its types do not say so.
		open: async (url) => await vscode.env.openExternal(new URL(url).href as unknown as vscode.Uri),
		reachable: async (loopback) =>
			(await vscode.env.asExternalUri(vscode.Uri.parse(loopback, true))).toString(true),
	};
}
