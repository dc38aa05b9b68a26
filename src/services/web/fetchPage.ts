import { lookup } from "node:dns/promises";
import { bytePrefix } from "@services/terminal/textCuts";
import { KilnError } from "@shared/errors";
import { decodePage } from "./decodePage";
import { htmlToMarkdown } from "./htmlToMarkdown";
import { isPrivateAddress, isPrivateHost } from "./privateAddress";

export interface FetchPageOptions {
	/** the host's: it knows proxy and certificates */
	readonly fetch: typeof globalThis.fetch;
	readonly signal: AbortSignal;
	/** of the returned text, in UTF-8 */
	readonly maxBytes: number;
	/** whether the address may be of this machine or the local network; a redirect to another such host is refused */
	readonly allowPrivate: boolean;
	/** addresses of a name; default: the system's resolver */
	readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
	/** default: 15 s for everything */
	readonly timeoutMs?: number | undefined;
}

export interface Page {
	/** where the redirects led */
	readonly url: string;
	readonly title?: string | undefined;
	/** Markdown of HTML, other text as it is */
	readonly text: string;
	readonly isCut: boolean;
}

const maxRedirects = 5;
/** Of one page as it comes; what lies behind is not read. */
const maxDownloadBytes = 1024 * 1024;

/**
 * A page of the web as text. Each address on the way, redirects too, is checked before it is asked: http(s) only, no
 * credentials, nothing private unless allowed. Between the look-up of a name and the request the DNS may change its
 * answer: whoever needs more must pin addresses in `fetch`. Throws `invalid_url`, `path_refused`, `io_error`,
 * `file_binary`, an AbortError on abort.
 */
export async function fetchPage(url: string, options: FetchPageOptions): Promise<Page> {
	const { signal, timeoutMs = 15_000 } = options;
	signal.throwIfAborted();
	const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
	try {
		const { response, address } = await follow(parseUrl(url), options, limit);
		return await readPage(response, address, options.maxBytes);
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof KilnError) throw error;
		if (limit.aborted) throw failed(`${hostOf(url)} did not answer within ${timeoutMs / 1000} s.`);
		throw failed(`${hostOf(url)} could not be reached: ${reasonOf(error)}.`);
	}
}

async function follow(start: URL, options: FetchPageOptions, signal: AbortSignal) {
	let address = start;
	for (let redirects = 0; redirects <= maxRedirects; redirects++) {
		const isAllowed = options.allowPrivate && address.host === start.host;
		if (!isAllowed) await raceAbort(refusePrivate(address, options), signal);
		const response = await options.fetch(address.href, {
			signal,
			redirect: "manual",
			headers: {
				accept: "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1",
				"user-agent": "Kiln",
			},
		});
		const target = redirectOf(response);
		if (target === undefined) return { response, address };
		await response.body?.cancel();
		address = parseUrl(target, address);
	}
	throw failed(`${start.host} redirects more than ${maxRedirects} times.`);
}

/** A look-up of a name cannot be stopped: it is left alone. */
function raceAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		work.then(resolve, reject);
	});
}

function redirectOf({ status, headers, type }: Response): string | undefined {
	if (type === "opaqueredirect") throw failed("The page redirects to an address that is not told.");
	const isRedirect = [301, 302, 303, 307, 308].includes(status);
	return isRedirect ? (headers.get("location") ?? undefined) : undefined;
}

function parseUrl(text: string, base?: URL): URL {
	if (!URL.canParse(text, base?.href)) throw invalid("The address is no valid URL.");
	const url = new URL(text, base);
	if (url.protocol !== "https:" && url.protocol !== "http:") {
		throw invalid(`The address begins with ${url.protocol}, and only http: and https: are fetched.`);
	}
	if (url.username !== "" || url.password !== "")
		throw invalid("The address holds a user name or a password.");
	return url;
}

async function refusePrivate(url: URL, options: FetchPageOptions): Promise<void> {
	const host = url.hostname;
	if (isPrivateHost(host)) throw refused(host);
	const { resolve = systemResolve } = options;
	// behind a proxy names need not be known here: then the proxy decides
	const addresses = await resolve(host).catch(() => []);
	if (addresses.some(isPrivateAddress)) throw refused(host);
}

async function systemResolve(hostname: string): Promise<string[]> {
	const found = await lookup(hostname.replace(/^\[|\]$/g, ""), { all: true });
	return found.map(({ address }) => address);
}

async function readPage(response: Response, address: URL, maxBytes: number): Promise<Page> {
	if (!response.ok) {
		await response.body?.cancel();
		const status = `${response.status} ${response.statusText}`.trim();
		throw failed(`${address.host} answered ${status}.`);
	}
	const [type = "", ...parameters] = (response.headers.get("content-type") ?? "text/html").split(";");
	const kind = kindOf(type.trim().toLowerCase());
	if (kind === undefined) {
		await response.body?.cancel();
		throw new KilnError("file_binary", `The page is ${type.trim()}, not text; it was not shown.`);
	}
	const { bytes, isCut } = await readBody(response);
	const text = decodePage(bytes, parameters.join(";"), kind);
	const page = kind === "html" ? await htmlToMarkdown(text) : { text: text.replaceAll("\r\n", "\n") };
	const shown = bytePrefix(page.text, maxBytes);
	return { url: address.href, ...page, text: shown, isCut: isCut || shown.length < page.text.length };
}

function kindOf(type: string): "html" | "text" | undefined {
	if (/^(text\/html|application\/xhtml\+xml)$/.test(type)) return "html";
	return /^text\/|[/+](json|xml|yaml|x-yaml|toml|javascript|x-javascript|ecmascript|x-sh|x-ndjson)$/.test(
		type,
	)
		? "text"
		: undefined;
}

async function readBody({ body }: Response): Promise<{ bytes: Buffer; isCut: boolean }> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	// leaving the loop cancels the stream
	for await (const chunk of body ?? []) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > maxDownloadBytes) break;
	}
	return { bytes: Buffer.concat(chunks).subarray(0, maxDownloadBytes), isCut: size > maxDownloadBytes };
}

/** `fetch` says "fetch failed" and keeps the reason as the cause. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? error.cause.message : error.message;
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : "The page";
}

function invalid(message: string): KilnError {
	return new KilnError("invalid_url", message, "Give a plain https:// address.");
}

function refused(host: string): KilnError {
	return new KilnError(
		"path_refused",
		`${host} is on this machine or in the local network; it was not asked.`,
		"Only public addresses are fetched. Ask the user to paste what it shows.",
	);
}

function failed(message: string): KilnError {
	return new KilnError("io_error", message, "Check the address, or try again later.");
}
