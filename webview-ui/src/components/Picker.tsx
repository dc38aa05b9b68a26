import type { KeyboardEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "./Icon";
import classes from "./Picker.module.css";
import { PopoverLayer, PopoverTrigger } from "./Popover";
import { findByPrefix, moveIndex } from "./pickerKeys";
import { usePopover } from "./usePopover";

export interface PickerOption {
	readonly value: string;
	readonly label: string;
	readonly description?: string | undefined;
	readonly icon?: string | undefined;
	/** a line above it: it begins another group */
	readonly isFirstOfGroup?: boolean;
}

interface PickerProps {
	readonly label: string;
	readonly icon?: string;
	readonly value: string | null;
	readonly placeholder: string;
	readonly options: readonly PickerOption[];
	readonly onPick: (value: string) => void;
	readonly testId: string;
}

/** A dropdown whose options carry a description: a button and a listbox, operable with the keyboard alone. */
export function Picker({ label, icon, value, placeholder, options, onPick, testId }: PickerProps) {
	const popover = usePopover();
	const id = useId();
	const words = options.find((option) => option.value === value)?.label ?? placeholder;
	return (
		<>
			<PopoverTrigger
				popover={popover}
				icon={icon}
				words={words}
				title={`${label}: ${words}`}
				aria-haspopup="listbox"
				aria-controls={id}
				aria-label={`${label}: ${words}`}
				onKeyDown={(event) => {
					if (!popover.isOpen && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
						event.preventDefault();
						popover.toggle();
					}
				}}
				testId={testId}
			>
				<Icon name="chevron-down" className={classes.chevron} />
			</PopoverTrigger>
			<PopoverLayer popover={popover} className={classes.layer}>
				<Options
					id={id}
					label={label}
					options={options}
					value={value}
					testId={testId}
					onPick={(picked) => {
						popover.close();
						onPick(picked);
					}}
				/>
			</PopoverLayer>
		</>
	);
}

interface OptionsProps {
	readonly id: string;
	readonly label: string;
	readonly options: readonly PickerOption[];
	readonly value: string | null;
	readonly testId: string;
	readonly onPick: (value: string) => void;
}

function Options({ id, label, options, value, testId, onPick }: OptionsProps) {
	const listRef = useRef<HTMLDivElement>(null);
	const start = Math.max(
		0,
		options.findIndex((option) => option.value === value),
	);
	const [active, setActive] = useState(start);
	useEffect(() => listRef.current?.focus(), []);
	useEffect(() => {
		document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
	}, [id, active]);
	const onKeyDown = (event: KeyboardEvent) => {
		const picked = options[active];
		if ((event.key === "Enter" || event.key === " ") && picked !== undefined) {
			event.preventDefault();
			onPick(picked.value);
			return;
		}
		const moved = moveIndex(event.key, active, options.length) ?? findByPrefix(event.key, active, options);
		if (moved === undefined) return;
		event.preventDefault();
		setActive(moved);
	};
	return (
		<div
			ref={listRef}
			id={id}
			role="listbox"
			aria-label={label}
			tabIndex={0}
			aria-activedescendant={`${id}-${active}`}
			className={classes.list}
			onKeyDown={onKeyDown}
			data-testid={`${testId}-list`}
		>
			{options.map((option, index) => (
				// biome-ignore lint/a11y/useKeyWithClickEvents: keys are the listbox's business
				<div
					key={option.value}
					id={`${id}-${index}`}
					role="option"
					tabIndex={-1}
					aria-selected={option.value === value}
					className={`${classes.option} ${index === active ? classes.active : ""} ${option.isFirstOfGroup ? classes.group : ""}`}
					onPointerMove={() => setActive(index)}
					onClick={() => onPick(option.value)}
					data-testid={`${testId}-option-${option.value}`}
				>
					<Icon name={option.value === value ? "check" : (option.icon ?? "blank")} />
					<span className={classes.text}>
						<span className={classes.name}>{option.label}</span>
						{option.description && <span className={classes.description}>{option.description}</span>}
					</span>
				</div>
			))}
		</div>
	);
}
