import type { McpConfigProblem, McpServerState, McpTool, McpTrustRequest } from "./mcp";

/** What the chat and the view of the MCP servers show of them. */

/** How many MCP servers there are, and how many of them want the person. */
export interface McpSummary {
	readonly total: number;
	readonly connected: number;
	/** for another reason than a sign-in that is needed */
	readonly failed: number;
	/** servers that the person has to sign in to */
	readonly needSignIn: number;
	readonly awaitingTrust: number;
	/** servers with tools that are not the ones that were accepted */
	readonly changed: number;
	/** faults in the configuration files */
	readonly problems: number;
}

/** An elicitation of a server. */
export interface McpQuestion {
	readonly id: string;
	readonly server: string;
	readonly message: string;
	readonly asks:
		| { readonly kind: "form"; readonly fields: readonly McpQuestionField[] }
		/** http or https */
		| { readonly kind: "url"; readonly url: string };
}

export interface McpQuestionField {
	readonly name: string;
	readonly label: string;
	readonly description?: string | undefined;
	readonly isRequired: boolean;
	readonly input:
		| {
				readonly kind: "text";
				readonly minLength: number;
				readonly maxLength: number;
				readonly format?: string | undefined;
		  }
		| { readonly kind: "number"; readonly isWhole: boolean; readonly min: number; readonly max: number }
		| { readonly kind: "switch" }
		| { readonly kind: "choice"; readonly isMany: boolean; readonly options: readonly McpOption[] };
	/** of a number its text; of a switch "true" */
	readonly initial: string | readonly string[];
}

export interface McpOption {
	readonly value: string;
	readonly label: string;
}

/** A tool as the list shows it: the names of its parameters stand for its schema. */
export type McpToolSummary = Omit<McpTool, "inputSchema" | "outputSchema" | "nativeName"> & {
	readonly parameters: readonly string[];
	/** of one that has changed: all that the model is told of it */
	readonly told?: string | undefined;
};

/**
 * A server as the list shows it; texts of the server are capped. Of a folded one there is what stands on its card: of the
 * catalogue only tools that have changed, no log, and its last output only while it does not work.
 */
export type McpServerSummary = Omit<McpServerState, "catalogue"> & {
	/** false: as of a folded one */
	readonly isWhole: boolean;
	/** of all that it offers */
	readonly counts: Readonly<Record<"tools" | "resources" | "prompts", number>>;
	readonly catalogue: Omit<McpServerState["catalogue"], "tools"> & {
		readonly tools: readonly McpToolSummary[];
	};
};

/** A file that may configure servers, whether it exists or not. */
export interface McpFileSummary {
	readonly scope: McpServerState["scope"];
	/** absolute */
	readonly file: string;
	/** "All projects", "This project", "Project api" */
	readonly label: string;
}

/** Another program's file in the workspace whose servers may be imported. */
export interface McpImportSummary {
	/** absolute */
	readonly file: string;
	/** ".cursor/mcp.json"; with several roots "api/.cursor/mcp.json" */
	readonly origin: string;
	/** the workspace root that it lies in */
	readonly root: string;
	/** of its text: what is imported is what was shown */
	readonly hash: string;
	/** what is wrong with the file as a whole */
	readonly problem?: string | undefined;
	readonly servers: readonly McpImportServer[];
}

export interface McpImportServer {
	readonly name: string;
	/** what it would run; undefined: it cannot be imported */
	readonly run?: McpTrustRequest | undefined;
	/** why it cannot be imported, a sentence */
	readonly reason?: string | undefined;
	/** what would be another than in that file, each a sentence */
	readonly notes: readonly string[];
	/** which of Kiln's files have a server of that name */
	readonly configured: readonly McpServerState["scope"][];
}

/** What the view of the MCP servers shows; sent only while it is open. */
export interface McpList {
	/** the newest list counts */
	readonly revision: number;
	readonly servers: readonly McpServerSummary[];
	readonly problems: readonly McpConfigProblem[];
	readonly files: readonly McpFileSummary[];
	/** what other programs' files offer that is new */
	readonly imports: readonly McpImportSummary[];
	/** false: nothing was read yet */
	readonly isLoaded: boolean;
}
