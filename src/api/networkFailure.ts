import { errorChain } from "./failureFacts";

export interface NetworkFailure {
	readonly what: string;
	readonly hint: string;
	readonly isTimeout?: true;
	/** false: the same request will fail the same way until someone changes something */
	readonly isRetryable: boolean;
}

const certificateHint =
	"If your network inspects traffic, let VS Code trust its certificate authority (http.systemCertificates), or set " +
	"NODE_EXTRA_CA_CERTS for the terminal.";

interface NetworkPattern extends NetworkFailure {
	/** tested against error codes and messages of the whole cause chain */
	readonly pattern: RegExp;
}

/** First match wins. Node and undici report codes, Electron's fetch reports `net::ERR_…` messages. */
const patterns: readonly NetworkPattern[] = [
	{
		// "SELF_SIGNED_CERT_IN_CHAIN", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID", "net::ERR_CERT_AUTHORITY_INVALID"
		pattern: /CERT|UNABLE_TO_(VERIFY|GET_ISSUER)|self[- ]signed/,
		what: "its TLS certificate is not trusted",
		hint: certificateHint,
		isRetryable: false,
	},
	{
		// "EPROTO … SSL routines::wrong version number": https:// in front of a plain http port
		pattern: /ERR_SSL|EPROTO|wrong version number|ERR_TLS/,
		what: "it does not speak TLS there",
		hint: "Check the base URL: a local server usually wants http://, not https://.",
		isRetryable: false,
	},
	{
		pattern: /ECONNREFUSED|ERR_CONNECTION_REFUSED/,
		what: "the connection was refused",
		hint: "Is the server running, and is its port right?",
		isRetryable: true,
	},
	{
		pattern: /ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED/,
		what: "its name could not be resolved",
		hint: "Check the base URL's spelling and your internet connection.",
		isRetryable: true,
	},
	{
		pattern: /ERR_PROXY|ERR_TUNNEL/,
		what: "the proxy did not let the connection through",
		hint: "Check VS Code's http.proxy setting.",
		isRetryable: true,
	},
	{
		pattern:
			/ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_NETWORK_CHANGED/,
		what: "there is no way to it",
		hint: "Check your internet connection or VPN.",
		isRetryable: true,
	},
	{
		pattern:
			/ETIMEDOUT|UND_ERR_\w*TIMEOUT|ERR_TIMED_OUT|ERR_CONNECTION_TIMED_OUT|APIConnectionTimeoutError|timed? ?out/,
		what: "it did not answer in time",
		hint: "The server may be busy or unreachable.",
		isTimeout: true,
		isRetryable: true,
	},
	{
		// undici: "terminated" caused by "other side closed" (UND_ERR_SOCKET)
		pattern:
			/ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_CONNECTION_(RESET|CLOSED)|ERR_EMPTY_RESPONSE|other side closed|\bterminated\b|[Pp]remature close/,
		what: "the connection was closed before the answer was complete",
		hint: "The server or something in between dropped it.",
		isRetryable: true,
	},
	{
		// undici's and Electron's catch-all, with no code below it
		pattern: /fetch failed|Failed to fetch|net::ERR_|Connection error|UND_ERR_/,
		what: "the connection failed",
		hint: "Check the base URL and your internet connection.",
		isRetryable: true,
	},
];

/** Undefined: not a failure of the network. */
export function networkFailure(error: unknown): NetworkFailure | undefined {
	const evidence = errorChain(error)
		.map((link) => `${link.constructor.name} ${"code" in link ? String(link.code) : ""} ${link.message}`)
		.join("\n");
	return patterns.find(({ pattern }) => pattern.test(evidence));
}
