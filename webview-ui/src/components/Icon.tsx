interface IconProps {
	/** a codicon's name without prefix */
	readonly name: string;
	readonly isSpinning?: boolean;
	readonly className?: string | undefined;
}

/** A codicon. Never alone: the words beside it, or the button's label, say what it means. */
export function Icon({ name, isSpinning = false, className }: IconProps) {
	const classes = ["codicon", `codicon-${name.replace(/[^a-z0-9-]/g, "")}`];
	if (isSpinning) classes.push("codicon-modifier-spin");
	if (className !== undefined) classes.push(className);
	return <span className={classes.join(" ")} aria-hidden="true" />;
}
