/** Why a document is not converted; the message goes on after "report.pdf, a PDF document, ". */
export class DocumentProblem extends Error {
	constructor(
		readonly kind: "too_large" | "unreadable",
		message: string,
	) {
		super(message);
	}
}
