import { formatTokens } from "../text/formatFigures";
import classes from "./Meter.module.css";

interface MeterProps {
	readonly used: number;
	readonly size: number | null;
}

/** How full the model's context is. */
export function Meter({ used, size }: MeterProps) {
	if (size === null || size <= 0)
		return <span title="Tokens in the context">{formatTokens(used)} tokens</span>;
	const share = Math.min(1, used / size);
	const percent = Math.round(share * 100);
	const number = new Intl.NumberFormat();
	const exact = `Context: ${number.format(used)} of ${number.format(size)} tokens used (${percent} %), ${number.format(Math.max(0, size - used))} free`;
	return (
		// biome-ignore lint/a11y/useSemanticElements: <meter> cannot be given the theme's colours
		<span
			className={classes.meter}
			role="meter"
			aria-label="Context used"
			aria-valuemin={0}
			aria-valuemax={size}
			aria-valuenow={Math.min(used, size)}
			aria-valuetext={exact}
			title={exact}
			data-testid="context-meter"
		>
			<span className={classes.track}>
				<span
					className={`${classes.fill} ${share > 0.85 ? classes.full : ""}`}
					style={{ width: `${share * 100}%` }}
				/>
			</span>
			<span>
				{formatTokens(used)}
				<span className={classes.size}>/{formatTokens(size)}</span>
			</span>
		</span>
	);
}
