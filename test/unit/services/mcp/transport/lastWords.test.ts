import { lastWords } from "@services/mcp/transport/lastWords";
import { expect, it } from "vitest";

const frames = `    at Object.<anonymous> (/srv/a.js:1:7)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)`;

it.each<[string, string | undefined, string]>([
	["nothing", undefined, ""],
	["one line", "bad luck", "starting\nbad luck"],
	[
		"Node: an error that nobody caught",
		"Error: no key",
		`/srv/a.js:1\nthrow new Error("no key");\n^\nError: no key\n${frames}\nNode.js v20.20.2`,
	],
	[
		"Node: a message of several lines",
		"Error: the settings are wrong:",
		`Error: the settings are wrong:\n- no key\n- no port\n${frames}\nNode.js v22.1.0`,
	],
	[
		"Node: a module that is missing",
		"Error: Cannot find module 'nope-x'",
		`node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\nError: Cannot find module 'nope-x'\nRequire stack:\n- /srv/b.js\n${frames} {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/srv/b.js' ]\n}\nNode.js v20.20.2`,
	],
	[
		"Node: an error with a code in its name",
		"Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'x'",
		`    throw new ERR_MODULE_NOT_FOUND(\n          ^\nError [ERR_MODULE_NOT_FOUND]: Cannot find module 'x'\n${frames} {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\nNode.js v20.20.2`,
	],
	[
		"Node: a text that was thrown",
		"boom",
		'/srv/c.js:1\nthrow "boom"\n^\nboom\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\nNode.js v20.20.2',
	],
	[
		"Node: an earlier error does not count",
		"giving up: no port is free",
		`Error: port 1 is taken\n${frames}\ngiving up: no port is free\n    see --help`,
	],
	[
		"Python",
		"ValueError: no key",
		'Traceback (most recent call last):\n  File "/srv/f.py", line 2, in <module>\n    f()\n    ^^^\nValueError: no key',
	],
	[
		"Python: a message of several lines",
		"pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings",
		'Traceback (most recent call last):\n  File "/srv/f.py", line 2, in <module>\n    f()\npydantic_core._pydantic_core.ValidationError: 1 validation error for Settings\napi_key\n  Field required [type=missing]\n    For further information visit https://errors.example',
	],
	[
		"npm",
		"npm error 404 Not Found - GET https://registry.example/nope - Not found",
		"npm error code E404\nnpm error 404 Not Found - GET https://registry.example/nope - Not found\nnpm error 404\nnpm error 404  The requested resource 'nope@*' could not be found.\nnpm error A complete log of this run can be found in: /home/ann/.npm/_logs/x.log",
	],
	["indented lines only", "no way", "  first\n  no way"],
])("says why a program failed: %s", (_name, expected, text) => {
	expect(lastWords(text.split("\n").filter(Boolean))).toBe(expected);
});
