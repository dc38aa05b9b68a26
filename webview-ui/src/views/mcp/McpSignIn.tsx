import type { McpServerSummary } from "@shared/mcp-view";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import type { McpActions } from "../../state/useMcp";
import classes from "./McpServerCard.module.css";

interface McpSignInProps {
	readonly server: McpServerSummary;
	readonly actions: McpActions;
}

/** The way into a server that wants a sign-in, and what can be done while the browser is at it. */
export function McpSignIn({ server: { name, needsSignIn, isSigningIn }, actions }: McpSignInProps) {
	const signIn = () => void actions.run({ type: "mcp_sign_in", name });
	if (!isSigningIn) {
		if (!needsSignIn) return null;
		return (
			<div className={classes.actions}>
				<Button icon="sign-in" isDisabled={actions.busy.has(name)} onClick={signIn} testId="mcp-sign-in">
					Sign in
				</Button>
			</div>
		);
	}
	return (
		<section className={classes.signIn} aria-label={`Sign in to ${name}`} data-testid="mcp-signing-in">
			<p className={classes.muted} role="status">
				Sign in on the page in your browser, then come back.
			</p>
			<div className={classes.actions}>
				<Button isSecondary icon="link-external" onClick={signIn} testId="mcp-sign-in-again">
					Open the page again
				</Button>
				<Button
					isSecondary
					onClick={() => void actions.run({ type: "mcp_cancel_sign_in", name })}
					testId="mcp-sign-in-cancel"
				>
					Cancel
				</Button>
			</div>
			<PastedAddress name={name} actions={actions} />
		</section>
	);
}

/** For browsers on another machine, which cannot reach this one. */
function PastedAddress({ name, actions }: Pick<McpServerSummary, "name"> & Pick<McpSignInProps, "actions">) {
	const [isOpen, setOpen] = useState(false);
	const [address, setAddress] = useState("");
	if (!isOpen) {
		return (
			<button
				type="button"
				className={classes.link}
				onClick={() => setOpen(true)}
				data-testid="mcp-sign-in-stuck"
			>
				Does the browser end at a page that it cannot open?
			</button>
		);
	}
	const send = () => void actions.run({ type: "mcp_sign_in_address", name, address });
	return (
		<form
			className={classes.pasted}
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
		>
			<Field label="Address of that page" hint="The whole address, as the browser shows it.">
				{(input) => (
					<input
						{...input}
						value={address}
						autoComplete="off"
						spellCheck={false}
						onChange={(event) => setAddress(event.currentTarget.value)}
						data-testid="mcp-sign-in-address"
					/>
				)}
			</Field>
			<div className={classes.actions}>
				<Button isDisabled={address.trim() === ""} onClick={send} testId="mcp-sign-in-use">
					Use it
				</Button>
			</div>
		</form>
	);
}
