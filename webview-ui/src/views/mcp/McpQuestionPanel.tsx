import type { McpElicitationResult } from "@shared/mcp";
import type { McpQuestion, McpQuestionField } from "@shared/mcp-view";
import { initialValues, questionContent, questionProblems } from "@shared/questionAnswer";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { useMcpRequest } from "../../state/useMcp";
import { useReplica } from "../../state/useReplica";
import { visibleText } from "../../text/visibleText";
import { McpQuestionInput } from "./McpQuestionInput";
import classes from "./McpQuestionPanel.module.css";

/** What an MCP server asks the person while its tool runs, above the input. */
export function McpQuestionPanel() {
	const question = useReplica((replica) => replica.chrome?.mcpQuestion ?? null);
	return question === null ? null : <Question key={question.id} question={question} />;
}

const noFields: readonly McpQuestionField[] = [];

function Question({ question }: { readonly question: McpQuestion }) {
	const { id, server, message, asks } = question;
	const request = useMcpRequest();
	const fields = asks.kind === "form" ? asks.fields : noFields;
	const [values, setValues] = useState(() => initialValues(fields));
	const [isTried, setTried] = useState(false);
	const [isSending, setSending] = useState(false);
	const [failure, setFailure] = useState<string>();
	const titleId = useId();
	const problems = questionProblems(fields, values);
	const answer = async (result: McpElicitationResult) => {
		setSending(true);
		const reply = await request({ type: "mcp_answer", questionId: id, result });
		setSending(false);
		if (!reply.ok) setFailure([reply.message, reply.hint].filter(Boolean).join(" "));
	};
	const accept = () => {
		setTried(true);
		if (problems.size > 0) return;
		const content = asks.kind === "form" ? { content: questionContent(fields, values) } : {};
		void answer({ action: "accept", ...content });
	};
	return (
		<section className={classes.panel} aria-labelledby={titleId} data-testid="mcp-question">
			<div className="visually-hidden" role="alert">
				An MCP server asks you something.
			</div>
			<h3 id={titleId} className={classes.heading}>
				The MCP server “{visibleText(server)}” asks
			</h3>
			<p className={classes.message}>{visibleText(message)}</p>
			{asks.kind === "url" && <Address url={asks.url} />}
			{fields.map((field) => (
				<McpQuestionInput
					key={field.name}
					field={field}
					value={values.get(field.name) ?? ""}
					error={isTried ? problems.get(field.name) : undefined}
					onChange={(value) => setValues(new Map(values).set(field.name, value))}
				/>
			))}
			{failure !== undefined && (
				<p className={classes.failure} role="alert">
					{failure}
				</p>
			)}
			<div className={classes.buttons}>
				<Button onClick={accept} isDisabled={isSending} testId="mcp-question-accept">
					{asks.kind === "url" ? "Open in the browser" : `Send to ${visibleText(server)}`}
				</Button>
				<Button
					isSecondary
					onClick={() => void answer({ action: "decline" })}
					isDisabled={isSending}
					testId="mcp-question-decline"
				>
					Decline
				</Button>
			</div>
			{asks.kind === "form" && (
				<p className={classes.muted}>What you enter goes to the server. Give it no passwords or keys.</p>
			)}
		</section>
	);
}

/** The host is what decides where the person lands. */
function Address({ url }: { readonly url: string }) {
	return (
		<>
			<p>
				It would open a page of <strong>{new URL(url).host}</strong>:
			</p>
			<pre className={classes.address}>{url}</pre>
		</>
	);
}
