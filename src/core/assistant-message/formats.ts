import type { ToolFormatName } from "@shared/settings";
import { NativeFormat } from "./NativeFormat";
import { ReActFormat } from "./ReActFormat";
import type { ToolCallFormat } from "./ToolCallFormat";
import { XmlFormat } from "./XmlFormat";

/** One instance a format: whoever compares formats compares identities. */
const formats: Readonly<Record<ToolFormatName, ToolCallFormat>> = {
	xml: new XmlFormat(),
	native: new NativeFormat(),
	react: new ReActFormat(),
};

export function formatOf(name: ToolFormatName): ToolCallFormat {
	return formats[name];
}
