import { Icon } from "./Icon";
import classes from "./IconButton.module.css";

interface IconButtonProps {
	readonly icon: string;
	/** accessible name and tooltip */
	readonly label: string;
	readonly onClick: () => void;
	readonly isDisabled?: boolean;
	readonly isProminent?: boolean;
	readonly testId?: string;
}

export function IconButton({
	icon,
	label,
	onClick,
	isDisabled = false,
	isProminent = false,
	testId,
}: IconButtonProps) {
	return (
		<button
			type="button"
			className={`${classes.button} ${isProminent ? classes.prominent : ""}`}
			aria-label={label}
			title={label}
			disabled={isDisabled}
			onClick={onClick}
			data-testid={testId}
		>
			<Icon name={icon} />
		</button>
	);
}
