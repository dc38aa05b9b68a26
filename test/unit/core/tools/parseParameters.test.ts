import { ExecuteCommandTool } from "@core/tools/command/ExecuteCommandTool";
import { parseParameters } from "@core/tools/parseParameters";
import { describe, expect, it } from "vitest";

const tool = new ExecuteCommandTool();

describe("parseParameters", () => {
	it("takes numbers and booleans as text formats and as native calls give them", () => {
		expect(parseParameters(tool, { command: "ls", timeout: "5" })).toMatchObject({ timeout: 5 });
		expect(parseParameters(tool, { command: "ls", timeout: 5 })).toMatchObject({ timeout: 5 });
	});

	it("counts an empty optional parameter as absent", () => {
		expect(parseParameters(tool, { command: "ls", cwd: " ", timeout: "" })).toEqual({ command: "ls" });
	});

	it("names what is missing and what is wrong", () => {
		expect(() => parseParameters(tool, {})).toThrow("Missing value for required parameter 'command'.");
		expect(() => parseParameters(tool, { command: "ls", timeout: "soon" })).toThrow(/'timeout'/);
		expect(() => parseParameters(tool, { command: "" })).toThrow(/'command'/);
	});

	it("keeps what is good of a call that still streams", () => {
		expect(parseParameters(tool, { command: "ls", timeout: "so" }, "partial")).toEqual({ command: "ls" });
	});
});
