import { chatHtml } from "@hosts/vscode/chat/chatHtml";
import { expect, it } from "vitest";

it("lets only the extension's own files load", () => {
	const html = chatHtml({
		cspSource: "https://own",
		scriptUri: "https://own/main.js",
		styleUri: "https://own/main.css",
		nonce: "n0nce",
		language: "en",
	});
	const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
	expect(policy).toBe(
		"default-src 'none'; img-src https://own data:; font-src https://own; style-src https://own; script-src 'nonce-n0nce' https://own",
	);
	expect(html).toContain('<script type="module" nonce="n0nce" src="https://own/main.js">');
	expect(html).toContain('<div id="root"></div>');
	expect(html).not.toMatch(/unsafe|style=|onload=/);
});
