/** Documents that are not to be read as they are but hold text. */
export type DocumentFormat = "pdf" | "docx" | "xlsx" | "ipynb";

export const documentTitles: Readonly<Record<DocumentFormat, string>> = {
	pdf: "PDF document",
	docx: "Word document (DOCX)",
	xlsx: "Excel workbook (XLSX)",
	ipynb: "Jupyter notebook",
};
