import type { ReactNode } from "react";
import { memo } from "react";
import type { Components } from "react-markdown";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { parseFileReference } from "../text/parseFileReference";
import { CodeBlock } from "./CodeBlock";
import { FileLink, WebLink } from "./Links";
import classes from "./Markdown.module.css";

const plugins = [remarkGfm];

/** Raw HTML is shown as text (react-markdown's default); pictures from elsewhere are shown as links. */
export const MarkdownBlock = memo(function MarkdownBlock({ text }: { readonly text: string }) {
	return (
		<ReactMarkdown remarkPlugins={plugins} components={components}>
			{text}
		</ReactMarkdown>
	);
});

const components: Components = {
	a: ({ href, children }) => <AnyLink href={href ?? ""}>{children}</AnyLink>,
	img: ({ src, alt }) => <AnyLink href={typeof src === "string" ? src : ""}>{alt || "Image"}</AnyLink>,
	code: ({ children }) => <InlineCode>{children}</InlineCode>,
	pre: ({ node, children }) => {
		const code = node?.children[0];
		if (code?.type !== "element") return <pre>{children}</pre>;
		const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
		return <CodeBlock language={languageOf(code.properties.className)} code={text} />;
	},
	table: ({ children }) => (
		<div className={classes.tableBox}>
			<table>{children}</table>
		</div>
	),
};

function AnyLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
	if (/^(https?|mailto):/i.test(href)) return <WebLink url={href}>{children}</WebLink>;
	const file = parseFileReference(decodePath(href));
	return file === undefined ? children : <FileLink file={file}>{children}</FileLink>;
}

function InlineCode({ children }: { readonly children: ReactNode }) {
	const file = typeof children === "string" ? parseFileReference(children) : undefined;
	if (file === undefined) return <code>{children}</code>;
	return (
		<FileLink file={file}>
			<code>{children}</code>
		</FileLink>
	);
}

/** `src/app.ts#L12` is how models write a place in a link. */
function decodePath(href: string): string {
	const path = href.replace(/^file:\/\//, "").replace(/#L?(\d+)(-L?\d+)?$/, ":$1");
	try {
		return decodeURIComponent(path);
	} catch {
		// a stray % in the path: taken as it is
		return path;
	}
}

function languageOf(className: unknown): string {
	const names = Array.isArray(className) ? className.map(String) : [];
	return names.find((name) => name.startsWith("language-"))?.slice("language-".length) ?? "";
}
