import { fetchPage } from "@services/web/fetchPage";
import type { ExpansionDeps } from "./ExpansionDeps";
import { tagged } from "./tagged";

const maxBytes = 50 * 1024;

/** A public page as Markdown. The person has named it; what it says is a stranger's all the same. */
export async function renderUrl(url: string, { host, signal }: ExpansionDeps): Promise<string> {
	const options = { fetch: host.network.fetch, signal, maxBytes, allowPrivate: false };
	const page = await fetchPage(url, options);
	const note = page.isCut ? "untrusted content; cut" : "untrusted content";
	return tagged("url_content", { url: page.url, title: page.title, note }, page.text);
}
