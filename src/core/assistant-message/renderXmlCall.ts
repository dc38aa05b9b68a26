export interface XmlParameter {
	readonly name: string;
	readonly value: string;
	/** on lines of its own even when it is a single line */
	readonly isFreeText?: boolean;
}

/** A call as a model writes it: read again, it gives the same values. */
export function renderXmlCall(tool: string, parameters: readonly XmlParameter[]): string {
	const lines = parameters.map((parameter) => renderParameter(tool, parameter));
	return [`<${tool}>`, ...lines, `</${tool}>`].join("\n");
}

function renderParameter(tool: string, { name, value, isFreeText = false }: XmlParameter): string {
	const text = isFreeText || value.includes("\n") ? `\n${value}\n` : value;
	const body = needsCdata(tool, name, value) ? `<![CDATA[${text}]]>` : text;
	return `<${name}>${body}</${name}>`;
}

function needsCdata(tool: string, name: string, value: string): boolean {
	const marks = [`<${name}>`, `</${name}>`, `<${tool}>`, `</${tool}>`];
	return value.trimStart().startsWith("<![CDATA[") || marks.some((mark) => value.includes(mark));
}
