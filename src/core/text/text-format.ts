export type TextFormat = { readonly hasBom: boolean; readonly isCrLf: boolean };

const BOM = '\ufeff';

/** Gives a new text the format of the file that it replaces, unless the text has its own. */
export function applyFormat(text: string, format: TextFormat | null): string {
	if (format === null) return text;
	const ended = format.isCrLf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text;
	return format.hasBom && !ended.startsWith(BOM) ? BOM + ended : ended;
}

/** The text that a file of this text holds once another one is written into it. */
export function asWritten(text: string, before: string | null): string {
	if (before === null) return text;
	return applyFormat(text, {
		hasBom: before.startsWith(BOM),
		isCrLf: before.includes('\r\n') && !/(?<!\r)\n/.test(before),
	});
}
