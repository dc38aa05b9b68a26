import type { McpList } from "@shared/mcp-view";
import { createContext, useContext } from "react";
import type { Drafts } from "./createDrafts";
import type { External } from "./createExternal";
import { createExternal } from "./createExternal";
import type { Store } from "./createStore";
import type { Ticker } from "./createTicker";

export type Decision = "approve" | "deny" | "answer";
/** what is laid over the chat */
export type View = "chat" | "mcp";
export type LimitDecision = "continue" | "stop";

/** What every component may reach. Made once in `main.tsx`; never replaced, so that the context causes no render. */
export interface KilnServices {
	readonly store: Store;
	readonly drafts: Drafts;
	readonly ticker: Ticker;
	/** questions that were decided here and whose row has not changed yet, by approval id */
	readonly decided: External<ReadonlyMap<string, Decision>>;
	/** limits that were answered here and whose row has not changed yet, by limit id */
	readonly decidedLimits: External<ReadonlyMap<string, LimitDecision>>;
	/** true for a moment after each decision: a second press was meant for the same question, whatever stands there now */
	readonly isHolding: External<boolean>;
	/** approval ids whose panel can be seen */
	readonly onScreen: External<ReadonlySet<string>>;
	/** the approval that the pinned panel shows */
	readonly pinned: External<string | null>;
	readonly view: External<View>;
	/** null: none was sent yet */
	readonly mcp: External<McpList | null>;
}

export function createServices(parts: Pick<KilnServices, "store" | "drafts" | "ticker">): KilnServices {
	return {
		...parts,
		decided: createExternal<ReadonlyMap<string, Decision>>(new Map()),
		decidedLimits: createExternal<ReadonlyMap<string, LimitDecision>>(new Map()),
		isHolding: createExternal(false),
		onScreen: createExternal<ReadonlySet<string>>(new Set()),
		pinned: createExternal<string | null>(null),
		view: createExternal<View>("chat"),
		mcp: createExternal<McpList | null>(null),
	};
}

export const KilnContext = createContext<KilnServices | null>(null);

export function useKiln(): KilnServices {
	const services = useContext(KilnContext);
	if (services === null) throw new Error("KilnContext is missing");
	return services;
}
