interface PageParts {
	/** where the webview's own files come from */
	readonly cspSource: string;
	readonly scriptUri: string;
	readonly styleUri: string;
	readonly nonce: string;
	/** BCP 47: "en", "zh-cn" */
	readonly language: string;
}

/** The chat's page. Nothing remote and nothing inline may load; modules come from the extension's own folder. */
export function chatHtml({ cspSource, scriptUri, styleUri, nonce, language }: PageParts): string {
	const policy = [
		"default-src 'none'",
		`img-src ${cspSource} data:`,
		`font-src ${cspSource}`,
		`style-src ${cspSource}`,
		`script-src 'nonce-${nonce}' ${cspSource}`,
	].join("; ");
	return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${styleUri}">
<title>Kiln</title>
</head>
<body>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${scriptUri}"></script>
</body>
</html>`;
}
