/** A pipe gives bare line feeds; a terminal needs the carriage return as well. Progress bars' own `\r` stay. */
export function toTerminalText(text: string): string {
	return text.replace(/\r?\n/g, "\r\n");
}
