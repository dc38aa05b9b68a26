import type { ToolBody } from "@shared/tools";
import { memo } from "react";
import { mcpArguments } from "../text/mcpArguments";
import { visibleText } from "../text/visibleText";
import classes from "./McpCallView.module.css";

type McpCall = Extract<ToolBody, { kind: "mcp" }>;

/** What a browser shows without running anything in it. */
const shownImages = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A call of an MCP server: what it is given and what it said. All of it is the server's or the model's text. */
export const McpCallView = memo(function McpCallView({ call }: { readonly call: McpCall }) {
	const { server, name, progress, output } = call;
	const images = call.images.filter(({ mediaType }) => shownImages.has(mediaType));
	return (
		<div className={classes.call} data-testid="mcp-call">
			<div className={classes.who}>
				<span>{visibleText(server)}</span>
				<span className={classes.muted}>·</span>
				<code className={classes.name}>{visibleText(name)}</code>
			</div>
			<Arguments input={call.input} />
			{progress !== undefined && (
				<p className={classes.muted} data-testid="mcp-progress">
					{progress}
				</p>
			)}
			{output !== undefined && (
				<section aria-label={`Answer of ${server}`}>
					<pre className={classes.output} data-testid="mcp-output">
						{output === "" ? <span className={classes.muted}>{nothing(images.length)}</span> : output}
					</pre>
				</section>
			)}
			{images.length > 0 && (
				<div className={classes.images}>
					{images.map((image, index) => (
						<img
							// biome-ignore lint/suspicious/noArrayIndexKey: the images of one answer never change
							key={index}
							className={classes.image}
							src={`data:${image.mediaType};base64,${image.data}`}
							alt={`Answer, part ${index + 1}`}
							data-testid="mcp-image"
						/>
					))}
				</div>
			)}
		</div>
	);
});

function nothing(images: number): string {
	return images === 0 ? "It answered nothing." : "No text";
}

function Arguments({ input }: { readonly input: string }) {
	if (input.trim() === "") return null;
	const rows = mcpArguments(input);
	if (rows === undefined) {
		return (
			<pre className={classes.output} data-testid="mcp-input">
				{visibleText(input)}
			</pre>
		);
	}
	if (rows.length === 0) return <p className={classes.muted}>Without arguments</p>;
	return (
		<table className={classes.table} data-testid="mcp-arguments">
			<caption className="visually-hidden">Arguments</caption>
			<tbody>
				{rows.map(({ name, value }) => (
					<tr key={name}>
						<th scope="row">{visibleText(name)}</th>
						<td>{visibleText(value)}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
