import type { Frame, Locator } from "playwright-core";
import type { VsCode } from "../../e2e/support/startVsCode";

const taskTimeoutMs = 180_000;

/** Runs in the webview's page. */
const countPostsInPage = `
	window.kilnPosts = { messages: 0, chars: 0 };
	window.addEventListener("message", ({ data }) => {
		window.kilnPosts.messages += 1;
		window.kilnPosts.chars += JSON.stringify(data).length;
	});
`;

export interface PostCounts {
	readonly messages: number;
	readonly chars: number;
}

/** Kiln's chat as a person uses it. */
export class ChatDriver {
	private constructor(
		private readonly code: VsCode,
		readonly frame: Frame,
	) {}

	static async open(code: VsCode): Promise<ChatDriver> {
		return new ChatDriver(code, await code.openKiln());
	}

	async connectModel(baseUrl: string): Promise<void> {
		await this.byId("connect-model").click();
		const fields = {
			"profile-base-url": baseUrl,
			"profile-key": "key",
			"profile-model": "bench",
			"profile-context-window": "200000",
		};
		for (const [id, value] of Object.entries(fields)) await this.byId(id).fill(value);
		await this.byId("profile-save").click();
		await this.byId("profile-form").waitFor({ state: "detached" });
		await this.byId("chat-input").waitFor();
	}

	/** Reads are approved by default. */
	async approveWrites(): Promise<void> {
		await this.byId("auto-approve").click();
		await this.byId("auto-approve-write-inside").click();
		await this.byId("auto-approve").filter({ hasText: "edits" }).waitFor();
		await this.code.page.keyboard.press("Escape");
	}

	async newTask(): Promise<void> {
		await this.code.runCommand("Kiln: New Task");
		await this.byId("empty-state").waitFor();
	}

	async send(text: string): Promise<void> {
		await this.byId("chat-input").fill(text);
		await this.byId("chat-input").press("Enter");
	}

	/** Resolves when the screen shows the task's end. */
	async completed(): Promise<void> {
		const end = this.frame.locator('[data-tool="attempt_completion"][data-state="done"]');
		await end.waitFor({ timeout: taskTimeoutMs });
		await this.byId("stop").waitFor({ state: "detached" });
	}

	/** Counts what the host posts from now on; the listener's own work is not free. */
	async countPosts(): Promise<void> {
		await this.frame.evaluate(countPostsInPage);
	}

	postCounts(): Promise<PostCounts> {
		return this.frame.evaluate("window.kilnPosts");
	}

	private byId(id: string): Locator {
		return this.frame.locator(`[data-testid="${id}"]`);
	}
}
