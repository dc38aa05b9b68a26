import { describeRun } from "@hosts/terminal/mcp/describeRun";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { expect, it } from "vitest";

it.each([
	[{ command: "npx", args: ["-y", "@scope/pkg@1.0", "--dir=/a"] }, "npx -y @scope/pkg@1.0 --dir=/a"],
	[
		{ command: "my tool", args: ["a b", "", "x;rm -rf /", "two\nlines"] },
		String.raw`"my tool" "a b" "" "x;rm -rf /" "two\nlines"`,
	],
	[{ command: "node", cwd: "/some where", env: { A: "1", B: "b c" } }, 'A=1 B="b c" node (in "/some where")'],
	[{ url: "https://example.org/mcp" }, "https://example.org/mcp"],
	[
		{ url: "https://example.org/mcp?a=b", headers: { Authorization: "Bearer x" } },
		'"https://example.org/mcp?a=b" with "Authorization: Bearer x"',
	],
	[{ command: "node", env: { "A=1 b": "c" } }, '"A=1 b"=c node'],
	[
		{ command: "node", args: [`\${env:KEY}`], cwd: "sub", watchPaths: ["a.js", "my lib"] },
		`node \${env:KEY} (in sub; watches a.js, "my lib"; reads your variables KEY)`,
	],
	[
		{
			url: "https://example.org/mcp",
			type: "sse",
			oauth: { clientId: "me", clientSecret: `\${env:AWS_SECRET_ACCESS_KEY}`, grant: "client_credentials" },
		},
		`https://example.org/mcp (by sse; signs in with clientId=me clientSecret=\${env:AWS_SECRET_ACCESS_KEY} algorithm=ES256 grant=client_credentials; reads your variables AWS_SECRET_ACCESS_KEY)`,
	],
])("says all of what %j runs, on one line", (value, expected) => {
	const { entry } = parseEntry(value);
	if (entry === undefined) throw new Error("no entry");
	expect(describeRun({ name: "s", scope: { kind: "global" }, entry })).toBe(expected);
});
