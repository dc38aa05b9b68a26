import { visibleText } from "../text/visibleText";
import classes from "./PathText.module.css";

/** A path in one line; where it is too long its beginning gives way, because the end tells files apart. */
export function PathText({ text }: { readonly text: string }) {
	return (
		<span className={classes.path}>
			<bdi>{visibleText(text)}</bdi>
		</span>
	);
}
