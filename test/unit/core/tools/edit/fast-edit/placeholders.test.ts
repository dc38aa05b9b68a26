import { holdsPlaceholder, isPlaceholder } from "@core/tools/edit/fast-edit/placeholders";
import { describe, expect, it } from "vitest";

describe("a placeholder", () => {
	it.each([
		"// ... existing code ...",
		"  // ... existing code ...",
		"//...existing code...",
		"# ... existing code ...",
		"<!-- ... existing code ... -->",
		"/* ... existing code ... */",
		"{/* ... existing code ... */}",
		"/* … */",
		"-- ... existing code ...",
		"; ... rest of code ...",
		"% ... existing code ...",
		"// … existing code …",
		"// ...",
		"# …",
		"// ... rest of the file unchanged ...",
		"// ... (unchanged) ...",
		"// ... other methods ...",
		"// ... same as before",
		"// rest of code unchanged",
		"# rest of the code remains the same",
		"// existing code",
		"/* rest of the styles unchanged */",
		"... existing code ...",
		"… rest of file …",
		"[... existing code ...]",
		"# [existing code unchanged]",
		"rest of code unchanged",
	])("is %j", (line) => {
		expect(isPlaceholder(line)).toBe(true);
	});

	it.each([
		"",
		"...",
		"    ...",
		"// This keeps the existing code path alive",
		"// load the rest...",
		"foo(...args);",
		"const a = [...b, ...c];",
		"// TODO: rest",
		"return x; // ... existing code ...",
		"- ... and so on",
		"# Existing",
		"print('... existing code ...')",
		"rest of the day",
		`// ${".".repeat(300)}`,
	])("is not %j", (line) => {
		expect(isPlaceholder(line)).toBe(false);
	});

	it("is noticed beside code", () => {
		expect(holdsPlaceholder("f() { /* ... existing code ... */ }")).toBe(true);
		expect(holdsPlaceholder("f(...args)")).toBe(false);
	});
});
