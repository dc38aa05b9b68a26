import { memo } from "react";
import classes from "./CodeBlock.module.css";
import { CopyButton } from "./CopyButton";

interface CodeBlockProps {
	readonly language: string;
	readonly code: string;
}

export const CodeBlock = memo(function CodeBlock({ language, code }: CodeBlockProps) {
	return (
		<div className={classes.block}>
			<div className={classes.bar}>
				<span className={classes.language}>{language}</span>
				<CopyButton text={code} label="Copy code" />
			</div>
			<section className={classes.scroll} aria-label={language === "" ? "Code" : `Code, ${language}`}>
				<pre className={classes.code}>
					<code>{code.replace(/\n$/, "")}</code>
				</pre>
			</section>
		</div>
	);
});
