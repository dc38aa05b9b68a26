/** A larger document is not converted. */
export const maxDocumentBytes = 50 * 1024 * 1024;
/** Larger notebooks are converted in a thread, as documents are: parsing JSON that nests deeply takes seconds. */
export const smallNotebookBytes = 2 * 1024 * 1024;
/** The text of a document ends here. */
export const maxTextChars = 20 * 1024 * 1024;
/** Unpacked size of all parts together: what a document of text needs, and no bomb has. */
export const maxUnpackedBytes = 100 * 1024 * 1024;
/** Files within an Office document. */
export const maxParts = 10_000;
/** Cells of one sheet, empty ones between filled ones included: the library makes a table of all. */
export const maxCells = 2_000_000;
/** Unpacked size of one stream of a PDF: a page's content has less, and few pictures have more. */
export const maxStreamBytes = 256 * 1024 * 1024;
/** Pages of a PDF that would take longer in all are left out. */
export const maxPdfMs = 60_000;
/** A conversion that is not done by then is ended: it loops, or nobody waits so long. */
export const maxConversionMs = 90_000;
/** Memory of JavaScript's own of one conversion, in MB. */
export const maxHeapMb = 1024;
