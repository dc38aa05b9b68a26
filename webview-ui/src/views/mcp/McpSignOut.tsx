import type { McpServerSummary } from "@shared/mcp-view";
import { useState } from "react";
import { Button } from "../../components/Button";
import type { McpActions } from "../../state/useMcp";
import classes from "./McpServerCard.module.css";

interface McpSignOutProps {
	readonly server: McpServerSummary;
	readonly actions: McpActions;
}

/** Forgets a sign-in, and says so. */
export function McpSignOut({ server: { name, isSignedIn, isSigningIn }, actions }: McpSignOutProps) {
	const [hasSignedOut, setSignedOut] = useState(false);
	// what was said of the last sign-out is over
	if (isSigningIn && hasSignedOut) setSignedOut(false);
	if (!isSignedIn) {
		if (!hasSignedOut) return null;
		return (
			<p className={classes.muted} role="status" data-testid="mcp-signed-out">
				You have signed out: the tokens and the registration at this server are forgotten.
			</p>
		);
	}
	const signOut = async () => setSignedOut(await actions.run({ type: "mcp_sign_out", name }));
	return (
		<section aria-label="Sign-in">
			<h3 className={classes.heading}>Sign-in</h3>
			<p className={classes.muted}>You are signed in to this server.</p>
			<div className={classes.actions}>
				<Button
					isSecondary
					icon="sign-out"
					isDisabled={actions.busy.has(name)}
					onClick={() => void signOut()}
					testId="mcp-sign-out"
				>
					Sign out
				</Button>
			</div>
		</section>
	);
}
