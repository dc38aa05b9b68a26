import { createMcpCommands } from "@hosts/vscode/chat/commands/mcpCommands";
import { describe, expect, it, vi } from "vitest";
import { createFakeMcp } from "../support/fakeMcp";

const replyTo = "r";
const name = "weather";
const entry = { command: "node" };

function setUp() {
	const fake = createFakeMcp();
	const reply = vi.fn();
	const watch = vi.fn();
	const answer = vi.fn(async () => {});
	const commands = createMcpCommands({
		mcp: fake.mcp,
		feed: { watch },
		questions: { answer },
		wire: { reply },
	});
	return { ...fake, reply, watch, answer, commands };
}

describe("commands about MCP servers", () => {
	it("loads the servers when somebody looks at them", async () => {
		const { commands, hub, watch } = setUp();
		await commands.mcp_watch({ type: "mcp_watch", isOn: true, unfolded: ["a"] });
		expect(hub.start).toHaveBeenCalledTimes(1);
		await commands.mcp_watch({ type: "mcp_watch", isOn: false, unfolded: [] });
		expect(watch.mock.calls).toEqual([
			[true, ["a"]],
			[false, []],
		]);
	});

	it("hands each on to the hub and answers", async () => {
		const { commands, hub, reply } = setUp();
		const to = { replyTo, name };
		const shown = [{ tool: "t", fingerprint: "f" }];
		await commands.mcp_restart({ type: "mcp_restart", ...to });
		await commands.mcp_toggle_server({ type: "mcp_toggle_server", ...to, isEnabled: false });
		await commands.mcp_toggle_tool({ type: "mcp_toggle_tool", ...to, tool: "t", isEnabled: false });
		await commands.mcp_always_allow({
			type: "mcp_always_allow",
			...to,
			tool: "t",
			isAllowed: true,
			fingerprint: "f",
		});
		await commands.mcp_set_timeout({ type: "mcp_set_timeout", ...to, seconds: 9 });
		await commands.mcp_trust({ type: "mcp_trust", ...to, hash: "h", alwaysAllow: ["t"] });
		await commands.mcp_accept_tools({ type: "mcp_accept_tools", ...to, shown });
		await commands.mcp_remove({ type: "mcp_remove", ...to });
		await commands.mcp_sign_in({ type: "mcp_sign_in", ...to });
		const address = "http://127.0.0.1:1/callback?code=c&state=s";
		await commands.mcp_sign_in_address({ type: "mcp_sign_in_address", ...to, address });
		await commands.mcp_cancel_sign_in({ type: "mcp_cancel_sign_in", ...to });
		await commands.mcp_sign_out({ type: "mcp_sign_out", ...to });
		expect(hub.restart).toHaveBeenCalledWith(name);
		expect(hub.settings.toggleServer).toHaveBeenCalledWith(name, false);
		expect(hub.settings.toggleTool).toHaveBeenCalledWith(name, "t", false);
		expect(hub.settings.toggleAlwaysAllow).toHaveBeenCalledWith(name, "t", true, "f");
		expect(hub.settings.setTimeout).toHaveBeenCalledWith(name, 9);
		expect(hub.trust).toHaveBeenCalledWith(name, "h", ["t"]);
		expect(hub.acceptTools).toHaveBeenCalledWith(name, shown);
		expect(hub.settings.removeServer).toHaveBeenCalledWith(name);
		expect(hub.signIns.signIn).toHaveBeenCalledWith(name);
		expect(hub.signIns.accept).toHaveBeenCalledWith(name, address);
		expect(hub.signIns.cancel).toHaveBeenCalledWith(name);
		expect(hub.signIns.signOut).toHaveBeenCalledWith(name);
		expect(reply).toHaveBeenCalledTimes(12);
		expect(reply).toHaveBeenLastCalledWith({ replyTo, ok: true, message: "" });
	});

	it("hands on what the person says to a server's question", async () => {
		const { commands, answer, reply } = setUp();
		const result = { action: "accept" as const, content: { city: "Oslo" } };
		await commands.mcp_answer({ type: "mcp_answer", replyTo, questionId: "q", result });
		expect(answer).toHaveBeenCalledWith("q", result);
		expect(reply).toHaveBeenCalledWith({ replyTo, ok: true, message: "" });
	});

	it("answers with what was asked for", async () => {
		const { commands, reply } = setUp();
		await commands.mcp_entry({ type: "mcp_entry", replyTo, name });
		expect(reply).toHaveBeenLastCalledWith({ replyTo, ok: true, message: "", entry });
		const scope = { kind: "project", root: "/w" } as const;
		await commands.mcp_test({ type: "mcp_test", replyTo, name, scope, entry });
		expect(reply).toHaveBeenLastCalledWith(expect.objectContaining({ replyTo, tools: ["forecast"] }));
	});

	it("saves under the name without the spaces around it", async () => {
		const { commands, opened } = setUp();
		const scope = { kind: "global" } as const;
		await commands.mcp_save({ type: "mcp_save", replyTo, name: " weather ", scope, entry, isNew: true });
		expect(opened.save).toHaveBeenCalledWith({ name, scope, entry, isNew: true, oldName: undefined });
	});

	it.each(["mcp_save", "mcp_test", "mcp_open_file"] as const)(
		"refuses %s for a folder that is not open",
		async (type) => {
			const { commands, opened } = setUp();
			const scope = { kind: "project", root: "/etc" } as const;
			const command = { type, replyTo, name, scope, entry, isNew: true };
			// one command for three handlers: each takes what is its own
			const handle = commands[type] as (command: unknown) => Promise<void>;
			await expect(handle(command)).rejects.toMatchObject({ code: "invalid_workspace" });
			for (const deed of [opened.save, opened.test, opened.openFile]) expect(deed).not.toHaveBeenCalled();
		},
	);

	it("passes a failure on and does not answer that it worked", async () => {
		const { commands, hub, reply } = setUp();
		hub.trust.mockRejectedValueOnce(new Error("It has changed."));
		const command = { type: "mcp_trust", replyTo, name, hash: "h", alwaysAllow: [] as string[] } as const;
		await expect(commands.mcp_trust(command)).rejects.toThrow("It has changed.");
		expect(reply).not.toHaveBeenCalled();
	});
});
