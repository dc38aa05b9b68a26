import type { TaskHeader } from "@shared/task-view";
import { useReplica } from "../state/useReplica";
import { formatCost } from "../text/formatFigures";
import classes from "./TaskHeader.module.css";

/** Exact numbers. */
export function HeaderDetails({ header }: { readonly header: TaskHeader }) {
	const modes = useReplica((replica) => replica.chrome?.modes);
	const number = new Intl.NumberFormat();
	const facts: readonly (readonly [string, string])[] = [
		["Model", header.provider === "replay" ? `${header.model} (recorded)` : header.model],
		["Mode", modes?.find((mode) => mode.slug === header.mode)?.name ?? header.mode],
		["Folder", header.cwd],
		["Requests", number.format(header.requests)],
		["Tokens read", number.format(header.inputTokens)],
		["… from the cache", number.format(header.cacheReadTokens)],
		["… into the cache", number.format(header.cacheWriteTokens)],
		["Tokens written", number.format(header.outputTokens)],
		["Cost", header.cost === null ? "not known" : formatCost(header.cost)],
		["Started", new Date(header.startedAt).toLocaleString()],
	];
	return (
		<dl className={classes.facts}>
			{facts.map(([name, value]) => (
				<div key={name} className={classes.fact}>
					<dt>{name}</dt>
					<dd title={value}>{value}</dd>
				</div>
			))}
		</dl>
	);
}
