import { memo, useMemo } from "react";
import { openFence, splitMarkdown } from "../text/splitMarkdown";
import { CodeBlock } from "./CodeBlock";
import classes from "./Markdown.module.css";
import { MarkdownBlock } from "./MarkdownBlock";

interface MarkdownProps {
	readonly text: string;
	readonly isStreaming?: boolean;
}

/** Markdown of any length: finished blocks are parsed once, only the one that still grows is parsed again. */
export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
	const blocks = useMemo(() => splitMarkdown(text), [text]);
	const last = blocks.length - 1;
	return (
		<div className={classes.markdown}>
			{blocks.map((block, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end
				<Block key={index} text={block} isOpen={isStreaming && index === last} />
			))}
		</div>
	);
});

const Block = memo(function Block({ text, isOpen }: { readonly text: string; readonly isOpen: boolean }) {
	const open = isOpen ? openFence(text) : undefined;
	if (open === undefined) return <MarkdownBlock text={text} />;
	return (
		<>
			{open.before !== "" && <MarkdownBlock text={open.before} />}
			<CodeBlock language={open.language} code={open.code} />
		</>
	);
});
