import type { ApprovalDecision, EffectKind, ResolvedEffect } from "@shared/effects";
import type { AutoApprove } from "@shared/settings";
import { judgeCommand } from "./commandRules";
import { isSecretPath } from "./protectedPaths";

/**
 * Decides on typed effects with resolved targets, item by item: deny beats ask beats allow, in any part. The default
 * is to ask; an error in here asks, too. Pure: settings are read by the caller at the moment of the decision.
 */
export function decide(
	effects: readonly ResolvedEffect[],
	settings: AutoApprove,
	grants: Grants = noGrants,
): ApprovalDecision {
	try {
		return combine(effects.map((effect) => decideOne(effect, settings, grants)));
	} catch {
		return { answer: "ask", reasons: ["the policy could not judge this call"] };
	}
}

/** What the person has allowed beside the settings. */
export interface Grants {
	/** always-allowed tools of MCP servers, by server and tool */
	isMcpAllowed(server: string, tool: string): boolean;
	/** the tool says something else of itself than when it was accepted */
	hasMcpChanged(server: string, tool: string): boolean;
}
const noGrants: Grants = { isMcpAllowed: () => false, hasMcpChanged: () => false };

const allow: ApprovalDecision = { answer: "allow", reasons: [] };

function ask(reason: string): ApprovalDecision {
	return { answer: "ask", reasons: [reason] };
}

function combine(decisions: readonly ApprovalDecision[]): ApprovalDecision {
	for (const answer of ["deny", "ask"] as const) {
		const hits = decisions.filter((decision) => decision.answer === answer);
		if (hits.length > 0)
			return { answer, reasons: [...new Set(hits.flatMap((decision) => decision.reasons))] };
	}
	return allow;
}

function decideOne(resolved: ResolvedEffect, settings: AutoApprove, grants: Grants): ApprovalDecision {
	const { effect, target } = resolved;
	switch (effect.kind) {
		case "question":
			// A question is answered by the person anyway; asking whether to ask would be absurd.
			return allow;
		case "consent":
			return ask(`asks you to ${effect.to}`);
		case "execute":
			return decideCommand(effect.command, resolved, settings);
		case "read":
			return combine([decidePath(effect.kind, resolved, settings), secretReason(resolved)]);
		case "write":
		case "delete":
			return combine([decidePath(effect.kind, resolved, settings), protectedReason(resolved)]);
		case "mcp":
			return decideMcp(effect, settings, grants);
		case "network":
		case "browser":
		case "mode":
		case "subtask":
			return settings.kinds[effect.kind]?.inside === true ? allow : ask(askWords[effect.kind]);
		default:
			return ask(`nobody has said what ${JSON.stringify(target ?? effect)} may do`);
	}
}

/** Whatever is allowed in advance was allowed of the tool as it was. */
function decideMcp(
	{ server, tool, isResource = false }: Extract<ResolvedEffect["effect"], { kind: "mcp" }>,
	settings: AutoApprove,
	grants: Grants,
): ApprovalDecision {
	if (!isResource && grants.hasMcpChanged(server, tool))
		return ask(`the MCP tool ${server} · ${tool} has changed since it was accepted`);
	const isAllowed = !isResource && grants.isMcpAllowed(server, tool);
	return isAllowed || settings.kinds.mcp?.inside === true
		? allow
		: ask(`${askWords.mcp}: ${server} · ${tool}`);
}

const askWords: Record<Exclude<EffectKind, "consent">, string> = {
	read: "reads a file",
	write: "changes a file",
	delete: "deletes a file",
	execute: "runs a command",
	network: "goes to the network",
	browser: "drives the browser",
	mcp: "calls an MCP tool",
	mode: "switches the mode",
	subtask: "starts a subtask",
	question: "asks a question",
};

function decidePath(
	kind: "read" | "write" | "delete",
	{ target }: ResolvedEffect,
	settings: AutoApprove,
): ApprovalDecision {
	const scope = settings.kinds[kind];
	if (target === undefined) return ask("its path could not be resolved");
	if (!target.isInsideWorkspace)
		return scope?.outside === true ? allow : ask(`${askWords[kind]} outside the workspace: ${target.real}`);
	return scope?.inside === true ? allow : ask(askWords[kind]);
}

function protectedReason({ target }: ResolvedEffect): ApprovalDecision {
	return target?.protectedBy === undefined ? allow : ask(`protected: ${target.protectedBy}`);
}

function secretReason({ target }: ResolvedEffect): ApprovalDecision {
	if (target === undefined) return allow;
	return isSecretPath(target.absolute) || isSecretPath(target.real)
		? ask("the file may hold secrets")
		: allow;
}

function decideCommand(command: string, { target }: ResolvedEffect, settings: AutoApprove): ApprovalDecision {
	const scope = settings.kinds.execute;
	const verdict = judgeCommand(command, { allow: settings.allowCommands, deny: settings.denyCommands });
	if (verdict.answer === "deny") return { answer: "deny", reasons: [verdict.reason] };
	if (scope?.inside !== true) return ask(askWords.execute);
	if (target === undefined || (!target.isInsideWorkspace && !scope.outside))
		return ask("runs outside the workspace");
	return verdict.answer === "allow" ? allow : ask(verdict.reason);
}
