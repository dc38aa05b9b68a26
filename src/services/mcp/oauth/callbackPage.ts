export type CallbackOutcome = "signed_in" | "refused" | "failed";

const words: Readonly<Record<CallbackOutcome, string>> = {
	signed_in: "You are signed in. You can close this tab and go back to Kiln.",
	refused: "You did not sign in: it was refused. You can close this tab and go back to Kiln.",
	failed: "The sign-in did not work. Kiln says why. You can close this tab.",
};

/** What the browser shows at the end of a sign-in. Nothing that came with the request is in it. */
export function callbackPage(outcome: CallbackOutcome): {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
} {
	return {
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
			// the address holds the code
			"cache-control": "no-store",
			"referrer-policy": "no-referrer",
		},
		body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Kiln</title><style>:root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style><h1>Kiln</h1><p>${words[outcome]}</p></html>`,
	};
}
