import type { TaskEvent } from "@shared/events";
import type { Settings } from "@shared/settings";
import type { TaskFacts } from "./TaskFacts";
import type { TaskControl, TaskDeps } from "./types";

/**
 * Budgets include children: a child has what its parent has left. Once the person lets it go on past that, it has a
 * whole share like any task.
 */
export class ChildLimits {
	private hasAllowance = false;
	readonly deps: TaskDeps;

	constructor(parent: TaskDeps, facts: TaskFacts) {
		const settings = () => (this.hasAllowance ? parent.settings() : leftOf(parent.settings(), facts));
		this.deps = { ...parent, settings };
	}

	/** To be called with the child that got `deps`. */
	watch(child: TaskControl): TaskControl {
		this.hasAllowance = child.events().some(isAllowance);
		child.subscribe((signal) => {
			if (signal.kind === "event" && isAllowance(signal.event)) this.hasAllowance = true;
		});
		return child;
	}
}

function isAllowance(event: TaskEvent): boolean {
	return event.type === "limit_answered" && event.decision === "continue";
}

/** What was spent since the person last allowed the parent to go on. */
function leftOf(settings: Settings, facts: TaskFacts): Settings {
	const { maxCost, maxRequests } = settings.limits;
	const cost = facts.cost - facts.costAllowedFrom;
	const requests = facts.requests - facts.requestsAllowedFrom;
	return {
		...settings,
		limits: {
			...settings.limits,
			maxCost: maxCost === null ? null : Math.max(0, maxCost - cost),
			maxRequests: maxRequests === null ? null : Math.max(0, maxRequests - requests),
		},
	};
}
