import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MockModel, startMockModel } from "../integration/support/mockModel";
import { type NotesServer, startNotesServer } from "../integration/support/notesServer";
import { call, calls, sayIn } from "../integration/support/scriptedCalls";
import { chatPage, connectModel } from "./support/chatPage";
import { openedPage } from "./support/signInBrowser";
import { startVsCode, type VsCode } from "./support/startVsCode";

const say = sayIn("xml");
const use = (tool_name: string) => call("use_mcp_tool", { server_name: "notes", tool_name, arguments: "{}" });

/** An address that VS Code takes for another machine's: it asks before it opens it, and passes no port on. */
const elsewhere = process.platform === "linux" ? "127.0.0.2" : "127.0.0.1";

/** A server behind OAuth, from the form to the sign-out, in the browser that VS Code runs in. */
describe("signing in to an MCP server", () => {
	let code: VsCode;
	let model: MockModel;
	let notes: NotesServer;
	let chat: Frame;

	const page = chatPage(() => chat);
	const { byId, card, send } = page;
	const shot = (name: string) => code.screenshot(`mcp-sign-in-${name}`);
	const server = (status: string) =>
		chat.locator(`[data-testid="mcp-server"][data-server="notes"][data-status="${status}"]`);
	const openServers = () => code.runCommand("Kiln: MCP Servers");
	const signIn = () => openedPage(code.page, () => byId("mcp-sign-in").click());

	/** The model calls the tool, the person agrees, and the answer is shown. */
	async function useInChat(tool: string, answer: string): Promise<void> {
		if ((await byId("mcp-back").count()) > 0) await byId("mcp-back").click();
		model.script([say(use(tool)), say(calls.complete(answer))]);
		await send(`Use ${tool}: ${answer}`);
		await card("use_mcp_tool", "waiting").locator('[data-testid="approve"]').click();
		await card("attempt_completion", "done").last().getByText(answer).first().waitFor();
	}

	beforeAll(async () => {
		[model, notes] = await Promise.all([startMockModel(), startNotesServer(elsewhere)]);
		code = await startVsCode({ name: "mcp-sign-in" });
		chat = await code.openKiln();
		await connectModel(page, model);
	});
	afterAll(async () => {
		const leaked = await code?.stop();
		await Promise.all([model?.stop(), notes?.stop()]);
		expect(leaked ?? []).toEqual([]);
	});

	it("says that a new server wants a sign-in, in the form and in the list", async () => {
		await openServers();
		await byId("mcp-add").click();
		await byId("mcp-field-name").fill("notes");
		await byId("mcp-kind").selectOption("http");
		await byId("mcp-field-url").fill(notes.url);
		await byId("mcp-test").click();
		await byId("mcp-test-result").getByText("wants you to sign in").waitFor();
		await byId("mcp-save").click();
		await server("failed").getByText("Sign-in needed").waitFor();
		await byId("mcp-reason").getByText("It wants you to sign in").waitFor();
		await shot("1-needed");
		await byId("mcp-back").click();
		await byId("mcp-notice").getByText("1 MCP server wants you to sign in.").waitFor();
		await openServers();
	});

	it("says in words that the person refused", async () => {
		const browser = await signIn();
		await byId("mcp-signing-in").waitFor();
		await shot("2-waiting");
		await browser.getByRole("button", { name: "Deny" }).click();
		await browser.getByText("it was refused").waitFor();
		await byId("mcp-failure").getByText("The sign-in was refused in the browser.").waitFor();
		await shot("3-refused");
		await browser.close();
	});

	it("connects once the person has approved, and the model can use it", async () => {
		const browser = await signIn();
		await browser.getByText("Kiln would like: notes:read").waitFor();
		await browser.getByRole("button", { name: "Approve" }).click();
		await browser.getByText("You are signed in.").waitFor();
		await browser.close();
		await server("connected").waitFor();
		await shot("4-connected");
		await useInChat("read", "Milk it is.");
		expect(notes.log).toContain("read");
		await shot("5-used");
	});

	it("stays signed in over a reload of the window, and renews what has run out", async () => {
		await code.reloadWindow();
		chat = await code.openKiln();
		await openServers();
		await server("connected").waitFor({ timeout: 30_000 });
		notes.auth.expire();
		await useInChat("read", "Still milk.");
		expect(notes.auth.counts).toEqual({ registered: 2, refreshed: 1, reused: 0 });
		expect(notes.log.filter((words) => words.startsWith("signed in"))).toHaveLength(1);
	});

	it("asks for more rights when a tool needs them", async () => {
		await useInChat("write", "I may not.");
		await openServers();
		await byId("mcp-reason").getByText("rights that you have not given").waitFor();
		await shot("6-more-rights");
		const browser = await signIn();
		await browser.getByText("notes:read, notes:write+all").waitFor();
		await browser.getByRole("button", { name: "Approve" }).click();
		await browser.getByText("You are signed in.").waitFor();
		await browser.close();
		await expect.poll(() => byId("mcp-sign-in").count()).toBe(0);
		await server("connected").waitFor();
		await useInChat("write", "Written now.");
		expect(notes.log).toContain("write");
	});

	it("signs out, says so, and asks again", async () => {
		await openServers();
		await server("connected").locator('[data-testid="mcp-server-toggle"]').click();
		await byId("mcp-sign-out").waitFor();
		await shot("7-details");
		await byId("mcp-sign-out").click();
		await byId("mcp-signed-out").waitFor();
		await server("failed").getByText("Sign-in needed").waitFor();
		await shot("8-signed-out");
	});

	it("takes the address by hand when the browser cannot come back", async () => {
		const browser = await signIn();
		// a browser elsewhere: it is sent to an address that leads nowhere there
		let address = "";
		await browser.route(/\/consent\?/, async (route) => {
			address = (await route.fetch({ maxRedirects: 0 })).headers().location ?? "";
			await route.fulfill({ body: "This site cannot be reached." });
		});
		await browser.getByRole("button", { name: "Approve" }).click();
		await browser.getByText("cannot be reached").waitFor();
		await browser.close();
		await byId("mcp-sign-in-stuck").click();
		await byId("mcp-sign-in-address").fill("https://example.org/");
		await byId("mcp-sign-in-use").click();
		await byId("mcp-failure").getByText("not the address that the sign-in ended at").waitFor();
		await shot("9-by-hand");
		await byId("mcp-sign-in-address").fill(address);
		await byId("mcp-sign-in-use").click();
		await server("connected").waitFor();
	});
});
