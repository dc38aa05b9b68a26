import { describe, expect, test } from "vitest";
import { freeTextVectors } from "./freeTextVectors";
import { chunked, outcomes, parse } from "./parserHarness";
import { proseVectors, type Vector } from "./proseVectors";

function check({ input, want, ignored = [], isCut, limits }: Vector): void {
	for (const size of [1, 4, 64, Math.max(1, input.length)]) {
		const parsed = parse(chunked(input, size), { isCut: isCut ?? false, limits: limits ?? {} });
		expect(outcomes(parsed.events)).toEqual(want);
		expect(parsed.ignored.map(({ name, reason }) => `${name} ${reason}`)).toEqual(ignored);
	}
}

describe("prose, short parameters, reasoning", () => {
	test.each(proseVectors)("$name", check);
});

describe("free text", () => {
	test.each(freeTextVectors)("$name", check);
});
