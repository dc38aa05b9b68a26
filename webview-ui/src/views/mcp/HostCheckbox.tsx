interface HostCheckboxProps {
	/** as the host says it is */
	readonly isOn: boolean;
	readonly label: string;
	/** for those who do not see what the box belongs to */
	readonly name: string;
	readonly isDisabled?: boolean;
	/** resolves with whether it worked */
	readonly onSwitch: (isOn: boolean) => Promise<boolean>;
	readonly testId: string;
}

/** A switch of something that the host decides: what was refused must not look done. */
export function HostCheckbox({ isOn, label, name, isDisabled = false, onSwitch, testId }: HostCheckboxProps) {
	return (
		<vscode-checkbox
			checked={isOn}
			disabled={isDisabled}
			label={label}
			aria-label={name}
			onChange={async (event) => {
				const box = event.currentTarget;
				// the box has turned itself, and no new state will turn it back
				if (!(await onSwitch(box.checked))) box.checked = isOn;
			}}
			data-testid={testId}
		/>
	);
}
