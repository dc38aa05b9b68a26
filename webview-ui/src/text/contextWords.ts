import type { InstructionSummary } from "@shared/messages";
import { plural } from "./formatFigures";

/** "Context: 3 rule files, 1 skill"; what is switched off does not count. */
export function contextWords(instructions: readonly Pick<InstructionSummary, "kind" | "isOn">[]): string {
	const count = (kind: InstructionSummary["kind"]) =>
		instructions.filter((one) => one.isOn && one.kind === kind).length;
	const [rules, skills] = [count("rules"), count("skill")];
	const words = [
		...(rules > 0 ? [plural(rules, "rule file", "rule files")] : []),
		...(skills > 0 ? [plural(skills, "skill", "skills")] : []),
	];
	return words.length === 0 ? "Context" : `Context: ${words.join(", ")}`;
}
