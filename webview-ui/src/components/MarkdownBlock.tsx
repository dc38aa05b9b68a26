import type { ReactNode } from "react";
import { createContext, memo, useContext } from "react";
import type { Components } from "react-markdown";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { parseFileLink, parseFileReference } from "../text/parseFileReference";
import { CodeBlock } from "./CodeBlock";
import { FileLink, WebLink } from "./Links";
import classes from "./Markdown.module.css";

const plugins = [remarkGfm];

/** No address gets into the page: links are our own, and each is looked at below. The default would drop `C:/a.ts`. */
const asWritten = (url: string) => url;

const InLink = createContext(false);

/** Raw HTML is shown as text (react-markdown's default); pictures from elsewhere are shown as links. */
export const MarkdownBlock = memo(function MarkdownBlock({ text }: { readonly text: string }) {
	return (
		<ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={asWritten}>
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
	// of a task list
	input: ({ checked }) => (
		<input type="checkbox" checked={checked ?? false} disabled aria-label={checked ? "Done" : "Open"} />
	),
	table: ({ children }) => (
		<div className={classes.tableBox}>
			<table>{children}</table>
		</div>
	),
};

function AnyLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
	// A picture in a link has the link's address.
	if (useContext(InLink)) return children;
	const content = <InLink value={true}>{children}</InLink>;
	if (/^(https?|mailto):/i.test(href)) return <WebLink url={href}>{content}</WebLink>;
	const file = parseFileLink(href);
	return file === undefined ? children : <FileLink file={file}>{content}</FileLink>;
}

function InlineCode({ children }: { readonly children: ReactNode }) {
	const isInLink = useContext(InLink);
	const file = typeof children === "string" && !isInLink ? parseFileReference(children) : undefined;
	if (file === undefined) return <code>{children}</code>;
	return (
		<FileLink file={file}>
			<code>{children}</code>
		</FileLink>
	);
}

function languageOf(className: unknown): string {
	const names = Array.isArray(className) ? className.map(String) : [];
	return names.find((name) => name.startsWith("language-"))?.slice("language-".length) ?? "";
}
