import type { ToolDefinition } from "@core/tools/BaseTool";
import { text } from "@core/tools/parameters";
import * as z from "zod";

/**
 * The room that the prompt keeps for the browser: a definition of the size that it is specified to have. When the tool
 * itself is registered it takes this place.
 */
export const reservedTools: readonly ToolDefinition[] = [
	{
		name: "browser_action",
		group: "browser",
		description:
			"Drives a browser, 900x600. One action a message; begin with launch, end with close. Every action but close answers with a screenshot and the new console logs: look at it before the next one. Other tools can be used meanwhile.",
		parameters: z.object({
			action: z
				.enum(["launch", "click", "type", "close"])
				.describe(
					"launch, click, hover, type, press, scroll_down, scroll_up, navigate, resize, screenshot, close",
				),
			url: text("for launch and navigate").optional(),
			coordinate: text(
				'"x,y" for click and hover: the middle of the element, from the screenshot',
			).optional(),
			size: text('"w,h" for resize').optional(),
			text: text("for type; for press a key's name").optional(),
			path: text("for screenshot: where to save it").optional(),
		}),
		example: { action: "launch", url: "http://localhost:3000" },
	},
];
