import type { McpServerConfig } from "../config/McpServerConfig";
import type { Permission } from "../connection/connectionReducer";
import type { McpTrustStore } from "./McpTrustStore";
import { trustHash } from "./trustHash";

export interface PermissionFacts {
	readonly isWorkspaceTrusted: boolean;
	readonly trust: Pick<McpTrustStore, "has">;
	/** a watched file that a task changed since the consent */
	readonly changedFile: string | undefined;
}

export interface PermissionDecision {
	readonly permission: Permission;
	/** a sentence for people */
	readonly reason?: string;
}

/** Whether a server may run. Nothing that a workspace holds can say yes. */
export function permissionOf(config: McpServerConfig, facts: PermissionFacts): PermissionDecision {
	if (config.entry.disabled) return { permission: "disabled" };
	if (!facts.isWorkspaceTrusted) return waits("No server starts in a workspace that you do not trust.");
	if (config.scope.kind === "global") return { permission: "allowed" };
	if (facts.changedFile !== undefined) {
		return waits(`A task changed ${facts.changedFile}, which this server runs.`);
	}
	if (facts.trust.has(trustHash(config))) return { permission: "allowed" };
	return waits("The project asks to start this. It waits for your consent.");
}

function waits(reason: string): PermissionDecision {
	return { permission: "awaiting_trust", reason };
}
