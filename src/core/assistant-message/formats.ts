import type { toolFormats } from "@shared/settings";
import type { ToolCallFormat } from "./ToolCallFormat";
import { XmlFormat } from "./XmlFormat";

/** One instance a format: whoever compares formats compares identities. */
const formats: Readonly<Record<(typeof toolFormats)[number], ToolCallFormat>> = { xml: new XmlFormat() };

export function formatOf(name: (typeof toolFormats)[number]): ToolCallFormat {
	return formats[name];
}
