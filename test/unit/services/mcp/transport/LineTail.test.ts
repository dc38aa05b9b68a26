import { LineTail } from "@services/mcp/transport/LineTail";
import { expect, it } from "vitest";

it("keeps the last lines, without colours and not endlessly long", () => {
	let added = 0;
	const tail = new LineTail(3, () => added++);
	for (let line = 0; line < 1000; line++) tail.add(`line ${line}`);
	tail.add("\u001b[31mred\u001b[0m\r");
	tail.add("   ");
	tail.add("x".repeat(10_000));
	expect(tail.lines.map((line) => line.slice(0, 10))).toEqual(["line 999", "red", "xxxxxxxxxx"]);
	expect(tail.lines.at(-1)?.length).toBe(2001);
	expect(added).toBe(1002);
});

it("masks a secret whole that begins with another one", () => {
	const tail = new LineTail();
	tail.hide(["abcdef", "abcdef-and-more"]);
	expect(tail.masked("got abcdef-and-more and abcdef")).toBe("got *** and ***");
});
