import type { ReactNode } from "react";
import classes from "./Button.module.css";
import { Icon } from "./Icon";

interface ButtonProps {
	readonly children: ReactNode;
	readonly onClick?: (() => void) | undefined;
	readonly isSecondary?: boolean;
	readonly isDisabled?: boolean | undefined;
	readonly isSubmit?: boolean;
	readonly icon?: string | undefined;
	readonly title?: string | undefined;
	readonly testId?: string | undefined;
}

export function Button({
	children,
	onClick,
	isSecondary,
	isDisabled,
	isSubmit,
	icon,
	title,
	testId,
}: ButtonProps) {
	return (
		<vscode-button
			className={classes.button ?? ""}
			secondary={isSecondary ?? false}
			disabled={isDisabled ?? false}
			aria-disabled={isDisabled ?? false}
			type={isSubmit ? "submit" : "button"}
			onClick={isDisabled ? undefined : onClick}
			title={title}
			data-testid={testId}
		>
			<span className={classes.label}>
				{icon !== undefined && <Icon name={icon} />}
				{children}
			</span>
		</vscode-button>
	);
}
