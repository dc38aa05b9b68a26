import type { ReactNode } from "react";
import { Icon } from "../components/Icon";
import classes from "./Callout.module.css";

interface CalloutProps {
	readonly kind: "error" | "warning" | "question" | "info";
	readonly message: string;
	readonly hint?: string | undefined;
	readonly children?: ReactNode;
}

const icons = { error: "error", warning: "warning", question: "question", info: "info" } as const;

/** Something the person must know, with what to do about it. */
export function Callout({ kind, message, hint, children }: CalloutProps) {
	return (
		<div
			className={`${classes.callout} ${classes[kind] ?? ""}`}
			role={kind === "error" ? "alert" : undefined}
		>
			<Icon name={icons[kind]} />
			<div className={classes.body}>
				<div className={classes.message}>{message}</div>
				{hint !== undefined && <div className={classes.hint}>{hint}</div>}
				{children}
			</div>
		</div>
	);
}
