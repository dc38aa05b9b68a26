import { type ExpansionValues, expandEntry, variablesOf } from "@services/mcp/config/expandEntry";
import { parseEntry } from "@services/mcp/config/parseEntry";
import { describe, expect, it } from "vitest";

const env = (name: string) => `\${env:${name}}`;
const folder = `\${workspaceFolder}`;

const values: ExpansionValues = {
	workspaceFolder: "/work",
	variable: (name) => ({ KEY: "s3cret", TRICK: env("KEY"), HOST: "x.example", DOLLAR: "$&$1" })[name],
};

function entryOf(value: Record<string, unknown>) {
	const { entry } = parseEntry(value);
	if (!entry) throw new Error("no entry");
	return entry;
}

describe("placeholders", () => {
	it("are replaced in each value of a process' entry", () => {
		const entry = entryOf({
			command: `${folder}/run`,
			args: [`--key=${env("KEY")}`, "plain"],
			cwd: `${folder}/sub`,
			env: { A: `${env("HOST")}:${env("KEY")}` },
		});
		expect(expandEntry("s", entry, values)).toMatchObject({
			command: "/work/run",
			args: ["--key=s3cret", "plain"],
			cwd: "/work/sub",
			env: { A: "x.example:s3cret" },
		});
	});

	it("are replaced in address, headers and credentials", () => {
		const entry = entryOf({
			url: `https://${env("HOST")}/mcp`,
			headers: { Authorization: `Bearer ${env("KEY")}` },
			oauth: { clientId: "me", clientSecret: env("KEY") },
		});
		expect(expandEntry("s", entry, values)).toMatchObject({
			url: "https://x.example/mcp",
			headers: { Authorization: "Bearer s3cret" },
			oauth: { clientId: "me", clientSecret: "s3cret" },
		});
	});

	it("are replaced once: what a variable holds is text", () => {
		const entry = entryOf({ command: "x", args: [env("TRICK"), env("DOLLAR")] });
		expect(expandEntry("s", entry, values)).toMatchObject({ args: [env("KEY"), "$&$1"] });
	});

	it.each([
		["a variable that is not set", { command: "x", args: ["a", env("NOPE")] }, /args\[1\]/],
		["a variable that makes no address", { url: `${env("KEY")}` }, /"url"/],
	])("name server and field for %s", (_name, entry, field) => {
		expect(() => expandEntry("my server", entryOf(entry), values)).toThrow(/my server/);
		expect(() => expandEntry("my server", entryOf(entry), values)).toThrow(field);
	});

	it("need an open folder for the workspace's", () => {
		const entry = entryOf({ command: folder });
		expect(() => expandEntry("s", entry, { ...values, workspaceFolder: undefined })).toThrow(
			/no folder is open/,
		);
	});
});

it("lists the variables that an entry reads", () => {
	const entry = entryOf({ url: `https://${env("HOST")}`, headers: { A: env("KEY"), B: env("KEY") } });
	expect(variablesOf(entry)).toEqual(["HOST", "KEY"]);
});
