import { KilnError } from "@shared/errors";

/** A checked base URL. `url` has no slash at its end; `host` (with port) is what messages name. */
export interface Endpoint {
	readonly url: string;
	readonly host: string;
	/** loopback, private or link-local: no key needed, plain http allowed */
	readonly isPrivate: boolean;
}

/** People paste the whole request address; these ends are the SDKs' to add. */
const requestPaths = /\/(chat\/completions|completions|messages|models|responses)$/;

/** @throws invalid_url saying what is wrong */
export function parseEndpoint(baseUrl: string, defaultUrl: string): Endpoint {
	const given = baseUrl.trim() === "" ? defaultUrl : baseUrl.trim();
	if (!/^https?:\/\//i.test(given)) throw withoutScheme(given);
	const url = parseUrl(given);
	if (url.username !== "" || url.password !== "") {
		const hint = "Leave them out and put the key into the profile's key field.";
		throw new KilnError("invalid_url", "The base URL holds a user name or password.", hint);
	}
	if (url.search !== "" || url.hash !== "") {
		const hint = `Leave out what follows the path: ${url.origin}${url.pathname}`;
		throw new KilnError(
			"invalid_url",
			`The base URL of ${url.host} must not hold a query or a fragment.`,
			hint,
		);
	}
	const path = url.pathname.replace(/\/+$/, "").replace(requestPaths, "");
	return { url: url.origin + path, host: url.host, isPrivate: isPrivateHost(url.hostname) };
}

function parseUrl(text: string): URL {
	try {
		return new URL(text);
	} catch {
		const hint = 'It should look like "https://openrouter.ai/api/v1" or "http://127.0.0.1:11434/v1".';
		throw new KilnError("invalid_url", "The base URL is not a valid address.", hint);
	}
}

function withoutScheme(given: string): KilnError {
	const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given)?.[1];
	if (scheme !== undefined) {
		return new KilnError("invalid_url", `The base URL starts with ${scheme}://.`, "Use https:// or http://.");
	}
	const host = given.replace(/^\/+/, "").split(/[/:]/)[0] ?? "";
	const hint = `Write ${isPrivateHost(host) ? "http" : "https"}:// in front of it.`;
	return new KilnError("invalid_url", "The base URL has no http:// or https:// in front.", hint);
}

const privateIpv4 =
	/^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^0\.0\.0\.0$/;
const privateIpv6 = /^\[?(::1|f[cd][0-9a-f]{2}:|fe80:)/i;
const privateNames = /(^|\.)(localhost|local|lan|internal|home\.arpa)$/i;

/** Judged by name or literal address only; a single-label name ("gpu-box") is a machine of the local network. */
export function isPrivateHost(hostname: string): boolean {
	if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return privateIpv4.test(hostname);
	if (hostname.includes(":")) return privateIpv6.test(hostname);
	return privateNames.test(hostname) || !hostname.includes(".");
}
