import type { ParameterSyntax } from "@shared/tools";
import type { CallDraft } from "./CallDraft";
import type { MessageTags } from "./CallSyntax";
import { FreeTextPreview } from "./FreeTextPreview";
import { readFreeText } from "./readFreeText";
import { TextBuffer } from "./TextBuffer";

/** The message from a call's first free-text value on: previewed while it comes, read once it is whole. */
export class FreeTextTail {
	private readonly text = new TextBuffer();
	private readonly preview: FreeTextPreview;
	private readonly given: ReadonlySet<string>;

	constructor(
		draft: CallDraft,
		private readonly parameter: ParameterSyntax,
		private readonly allTags: MessageTags,
	) {
		this.given = new Set(draft.values.keys());
		this.preview = new FreeTextPreview(draft, parameter);
	}

	push(text: string): void {
		if (text === "") return;
		this.text.push(text);
		this.preview.push(text);
	}

	/** Fills the draft with the call's values and source. Gives back what stands behind the call. */
	finish(draft: CallDraft, isCut: boolean): string {
		const text = this.text.toString();
		const { parameter, given, allTags } = this;
		const reading = readFreeText({ text, parameter, given, isCut, syntax: draft.syntax, allTags });
		if ("problem" in reading) {
			draft.fail(reading.problem);
			draft.source.push(text);
			return "";
		}
		for (const { param, value } of reading.values) {
			draft.preview(param, value.slice(this.preview.shown(param)));
			draft.keep(param, value);
		}
		draft.source.push(text.slice(0, reading.end));
		return text.slice(reading.end);
	}
}
