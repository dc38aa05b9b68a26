import { untilFinished } from "@api/untilFinished";
import { describe, expect, it } from "vitest";

async function seen(
	events: () => AsyncGenerator<unknown>,
	isFinished: () => boolean,
): Promise<{ events: unknown[]; error?: unknown }> {
	const all: unknown[] = [];
	try {
		for await (const event of untilFinished(events(), () => (isFinished() ? 5 : undefined))) all.push(event);
	} catch (error) {
		return { events: all, error };
	}
	return { events: all };
}

describe("the end of a stream", () => {
	const never = new Promise(() => {});

	it("is not waited for without end once the answer is whole", async () => {
		let count = 0;
		const open = async function* () {
			yield ++count;
			yield ++count;
			await never;
		};
		expect(await seen(open, () => count === 2)).toEqual({ events: [1, 2] });
	});

	it("may break once the answer is whole, not before", async () => {
		const broken = new TypeError("terminated");
		const open = async function* () {
			yield 1;
			throw broken;
		};
		expect(await seen(open, () => true)).toEqual({ events: [1] });
		expect(await seen(open, () => false)).toEqual({ events: [1], error: broken });
	});
});
