import { createConnection } from "node:net";
import { LoopbackReceiver } from "@services/mcp/oauth/LoopbackReceiver";
import { expect, it, onTestFinished } from "vitest";

async function listen(port = 0): Promise<LoopbackReceiver> {
	const receiver = await LoopbackReceiver.listen(port);
	onTestFinished(() => receiver.close());
	return receiver;
}

const visit = (receiver: LoopbackReceiver, path: string, init?: RequestInit) =>
	fetch(`http://127.0.0.1:${receiver.port}${path}`, init);

it("takes the code that comes with its own state, and no other", async () => {
	const receiver = await listen();
	const came = receiver.receive("mine");
	expect((await visit(receiver, "/callback?code=evil&state=other")).status).toBe(404);
	expect((await visit(receiver, "/callback?code=evil")).status).toBe(404);
	expect((await visit(receiver, "/callback?code=evil&state=mine", { method: "POST" })).status).toBe(404);
	const page = visit(receiver, "/callback?code=good&state=mine");
	const { params, reply } = await came;
	expect(params.get("code")).toBe("good");
	expect((await visit(receiver, "/callback?code=late&state=mine")).status).toBe(404);
	reply("signed_in");
	expect(await (await page).text()).toContain("You are signed in.");
});

it("tells the browser how the sign-in ended, and never what came with it", async () => {
	const receiver = await listen();
	const came = receiver.receive("mine");
	const page = visit(receiver, "/callback?error=access_denied&error_description=%3Cscript%3E&state=mine");
	(await came).reply("refused");
	const response = await page;
	expect(response.headers.get("cache-control")).toBe("no-store");
	const text = await response.text();
	expect(text).toContain("it was refused");
	expect(text).not.toContain("<script>");
});

it("lives on when somebody sends it what is no address", async () => {
	const receiver = await listen();
	const came = receiver.receive("mine");
	const socket = createConnection(receiver.port, "127.0.0.1");
	onTestFinished(() => void socket.destroy());
	const answer = new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
	socket.write("GET // HTTP/1.1\r\nHost: x\r\n\r\n");
	expect(await answer).toContain("404");
	void visit(receiver, "/callback?code=good&state=mine");
	const { params, reply } = await came;
	reply("signed_in");
	expect(params.get("code")).toBe("good");
});

it("refuses a port that is taken", async () => {
	const first = await listen();
	await expect(LoopbackReceiver.listen(first.port)).rejects.toThrow("EADDRINUSE");
});
