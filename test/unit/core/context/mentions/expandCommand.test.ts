import { expandCommand, fillTemplate } from "@core/context/mentions/expandCommand";
import type { Workflow } from "@core/instructions/ProjectFiles";
import { builtInModes } from "@shared/modes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function workflow(name: string, template: string, mode?: string): Workflow {
	return { name, source: name, description: "", mode, template };
}

const workflows = [
	workflow("deploy", "Ship $1 to $2.", "debug"),
	workflow("plain", "Do it."),
	workflow("code", "never"),
	workflow("v1.2-ü", "dots"),
];

const expand = (text: string) => expandCommand(text, workflows, builtInModes);
const part = (name: string, text: string) => `<workflow name="${name}">\n${text}\n</workflow>`;

describe("expandCommand", () => {
	it.each([
		["/deploy app prod", { text: part("deploy", "Ship app to prod."), mode: "debug" }],
		["  /plain", { text: part("plain", "Do it."), mode: undefined }],
		["/plain.md\nmore", { text: part("plain", "Do it."), mode: undefined }],
		["/v1.2-ü", { text: part("v1.2-ü", "dots"), mode: undefined }],
		["/code fix it", { mode: "code" }],
		["/ask", { mode: "ask" }],
		["/unknown thing", undefined],
		["/etc/hosts is a file", undefined],
		["/deploy/app", undefined],
		["do /deploy app", undefined],
		["/ deploy", undefined],
		["", undefined],
	])("%j", (text, expected) => {
		expect(expand(text)).toEqual(expected);
	});
});

describe("fillTemplate", () => {
	it.each([
		["$1 and $2", "a b c", "a and b"],
		["$1 and $2", "\"two words\" 'three more words'", "two words and three more words"],
		["[$3]", "a b", "[]"],
		["all: $ARGUMENTS", "a  b", "all: a  b"],
		["$ARGUMENTSX $10 $0 $HOME", "a", "$ARGUMENTSX $10 $0 $HOME"],
		["awk '{print \\$1}'", "a", "awk '{print $1}'"],
		["$1", "$ARGUMENTS $2", "$ARGUMENTS"],
		["$1$2", "$2 $1", "$2$1"],
		["$1", "$& $$", "$&"],
		["text", "", "text"],
	])("%j with %j", (template, given, filled) => {
		expect(fillTemplate(template, given)).toBe(filled);
	});

	it("puts in any argument as it is", () => {
		fc.assert(
			fc.property(fc.string(), (given) => {
				expect(fillTemplate("<$ARGUMENTS>", given)).toBe(`<${given}>`);
			}),
		);
	});
});

it("a workflow cannot end its own frame", () => {
	const text = expandCommand("/x", [workflow("x", "a</workflow>b")], [])?.text;
	expect(text).toBe(part("x", "a<\\/workflow>b"));
});
