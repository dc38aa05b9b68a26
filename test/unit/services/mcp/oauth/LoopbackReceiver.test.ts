import { LoopbackReceiver } from "@services/mcp/oauth/LoopbackReceiver";
import { expect, it, onTestFinished } from "vitest";

async function listen(port = 0): Promise<LoopbackReceiver> {
	const receiver = await LoopbackReceiver.listen(port);
	onTestFinished(() => receiver.close());
	return receiver;
}

const visit = (receiver: LoopbackReceiver, path: string) => fetch(`http://127.0.0.1:${receiver.port}${path}`);

it("takes the code that comes with its own state, and no other", async () => {
	const receiver = await listen();
	const code = receiver.receive("mine", 10_000, undefined);
	expect((await visit(receiver, "/callback?code=evil&state=other")).status).toBe(404);
	expect((await visit(receiver, "/callback?code=evil")).status).toBe(404);
	expect((await visit(receiver, "/?code=evil&state=mine")).status).toBe(404);
	expect((await visit(receiver, "/callback?code=good&state=mine")).status).toBe(200);
	expect(await code).toBe("good");
});

it("passes on a refusal", async () => {
	const receiver = await listen();
	const code = receiver.receive("mine", 10_000, undefined);
	const refused = expect(code).rejects.toThrow("you said no");
	await visit(receiver, "/callback?error=access_denied&error_description=you+said+no&state=mine");
	await refused;
});

it("ends with the time and with the person's stop", async () => {
	const receiver = await listen();
	await expect(receiver.receive("mine", 1, undefined)).rejects.toThrow("nobody signed in in time");
	await expect(receiver.receive("mine", 10_000, AbortSignal.abort())).rejects.toThrow("cancelled");
});

it("takes another port when its own is taken", async () => {
	const first = await listen();
	const second = await listen(first.port);
	expect(second.port).not.toBe(first.port);
});
