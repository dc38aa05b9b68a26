/** More is not parsed: generated code, data. In bytes for files, in UTF-16 units for texts. */
export const maxParsedSize = 1024 * 1024;
