import type { McpTrustRequest } from "@shared/mcp";
import type { ReactNode } from "react";
import { visibleText } from "../../text/visibleText";
import classes from "./McpTrustDialog.module.css";

interface McpTrustFactsProps {
	readonly trust: McpTrustRequest;
	/** the file that asks for it */
	readonly file?: string | undefined;
}

/** What a server's start would do, word for word: the person decides by it. */
export function McpTrustFacts({ trust, file }: McpTrustFactsProps) {
	const { command, args = [], cwd, url, transport, env, headers, oauth, watchPaths, variables } = trust;
	const pairs = (values: Readonly<Record<string, string>>) =>
		Object.entries(values).map(([name, value]) => `${name}=${value}`);
	return (
		<dl className={classes.facts} data-testid="mcp-trust-facts">
			{command !== undefined && <Fact name="Command" values={[command]} />}
			<Fact name="Arguments" values={args} isNumbered />
			{cwd !== undefined && <Fact name="Folder" values={[cwd]} />}
			{url !== undefined && <Fact name="Address" values={[url]} />}
			<Fact name="Environment" values={pairs(env)} />
			<Fact name="Headers" values={pairs(headers)} />
			<Fact name="Sign-in" values={pairs(oauth)} />
			{url !== undefined && transport !== undefined && <Fact name="Protocol" values={[transport]} />}
			<Fact name="Watches" values={watchPaths} />
			<Fact name="Reads your variables" values={variables} />
			{file !== undefined && <Fact name="Asked for in" values={[file]} />}
		</dl>
	);
}

interface FactProps {
	readonly name: string;
	readonly values: readonly string[];
	/** where one value ends and the next begins matters */
	readonly isNumbered?: boolean;
}

function Fact({ name, values, isNumbered = false }: FactProps): ReactNode {
	if (values.length === 0) return null;
	return (
		<>
			<dt className={classes.term}>{name}</dt>
			<dd className={classes.values}>
				{values.map((value, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the values never change, and may be alike
					<pre key={index} className={`${classes.value} ${isNumbered ? classes.numbered : ""}`}>
						{isNumbered && <span className={classes.number}>{index + 1}</span>}
						{value === "" ? <em className={classes.muted}>(empty)</em> : <span>{visibleText(value)}</span>}
					</pre>
				))}
			</dd>
		</>
	);
}
