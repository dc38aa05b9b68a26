import type { KeyboardEvent, ReactNode } from "react";
import { useKiln } from "../state/KilnContext";
import type { FileReference } from "../text/parseFileReference";
import classes from "./Links.module.css";

interface LinkProps {
	readonly title: string;
	readonly onOpen: () => void;
	readonly children: ReactNode;
	readonly testId?: string;
}

/**
 * A link without `href`: VS Code opens every clicked `href` by itself, beside what we ask the host for. Not a
 * button, because its text has to break over lines like the prose around it.
 */
function Link({ title, onOpen, children, testId }: LinkProps) {
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter") return;
		event.preventDefault();
		onOpen();
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: see above
		<span
			role="link"
			tabIndex={0}
			className={classes.link}
			title={title}
			onClick={onOpen}
			onKeyDown={onKeyDown}
			data-testid={testId}
		>
			{children}
		</span>
	);
}

export function WebLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
	const { store } = useKiln();
	return (
		<Link title={url} onOpen={() => store.post({ type: "open_link", url })} testId="web-link">
			{children}
		</Link>
	);
}

export function FileLink({ file, children }: { readonly file: FileReference; readonly children: ReactNode }) {
	const { store } = useKiln();
	const place = file.line === undefined ? file.path : `${file.path}:${file.line}`;
	return (
		<Link
			title={`Open ${place}`}
			onOpen={() => store.post({ type: "open_file", path: file.path, ...(file.line && { line: file.line }) })}
			testId="file-link"
		>
			{children}
		</Link>
	);
}
