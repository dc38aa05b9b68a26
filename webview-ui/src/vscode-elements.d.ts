import type { VscodeButton } from "@vscode-elements/elements/dist/vscode-button/vscode-button.js";
import type { VscodeCheckbox } from "@vscode-elements/elements/dist/vscode-checkbox/vscode-checkbox.js";
import type { VscodeProgressRing } from "@vscode-elements/elements/dist/vscode-progress-ring/vscode-progress-ring.js";
import type { HTMLAttributes, RefAttributes } from "react";

/** React sets an element's properties by their names, so the JSX props are the element's own. */
type ElementProps<E extends HTMLElement, K extends keyof E> = Partial<Pick<E, K>> &
	HTMLAttributes<E> &
	RefAttributes<E> & { readonly "data-testid"?: string | undefined };

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"vscode-button": ElementProps<VscodeButton, "disabled" | "secondary" | "type" | "block">;
			"vscode-checkbox": ElementProps<VscodeCheckbox, "checked" | "disabled" | "label">;
			"vscode-progress-ring": ElementProps<VscodeProgressRing, never>;
		}
	}
}
