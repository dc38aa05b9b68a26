import { fileError } from "@services/files/fileError";
import { formatSize } from "@services/files/formatSize";
import { KilnError } from "@shared/errors";
import { describe, expect, it } from "vitest";

function systemError(code: string): Error {
	return Object.assign(new Error(`${code}: it went wrong`), { code });
}

describe("fileError", () => {
	it.each([
		["ENOENT", "path_not_found"],
		["ENOTDIR", "path_not_found"],
		["EISDIR", "path_is_directory"],
		["EACCES", "no_permission"],
		["EPERM", "no_permission"],
		["ELOOP", "path_refused"],
		["ENAMETOOLONG", "invalid_parameters"],
		["EIO", "io_error"],
	])("makes %s %s, naming the file", (code, expected) => {
		expect(fileError(systemError(code), "src/a.ts")).toMatchObject({
			code: expected,
			message: expect.stringContaining("src/a.ts"),
		});
	});

	it("leaves a KilnError as it is", () => {
		const error = new KilnError("file_binary", "x");
		expect(fileError(error, "a")).toBe(error);
	});

	it("keeps control characters of a name out of the message", () => {
		expect(fileError(systemError("ENOENT"), "a\nb\u001b[0m").message).toBe("a�b�[0m does not exist.");
	});
});

describe("formatSize", () => {
	it.each([
		[0, "0 bytes"],
		[1, "1 byte"],
		[1023, "1023 bytes"],
		[1536, "1.5 KB"],
		[1024 ** 2 - 1, "1.0 MB"],
		[3 * 1024 ** 3, "3.0 GB"],
		[5000 * 1024 ** 4, "5000.0 TB"],
	])("writes %d as %s", (bytes, text) => {
		expect(formatSize(bytes)).toBe(text);
	});
});
