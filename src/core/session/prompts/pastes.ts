/** A part of a prompt's text that was pasted as a block: UTF-16 offsets. */
export type PastedRange = { readonly start: number; readonly end: number };

/** The text with a short mark in the place of each pasted block, so that the words beside it stay visible. */
export function foldPastes(text: string, pastes: readonly PastedRange[] = []): string {
	let folded = '';
	let from = 0;
	for (const { start, end } of pastes) {
		folded += text.slice(from, start) + pasteMark(text.slice(start, end));
		from = end;
	}
	return folded + text.slice(from);
}

/** What stands for a pasted block: `[Pasted text, 5,000 lines]`. */
function pasteMark(text: string): string {
	const lines = text.replace(/\n$/, '').split('\n').length;
	const [count, unit] = lines > 1 ? [lines, 'lines'] : [text.length, 'characters'];
	return `[Pasted text, ${count.toLocaleString('en')} ${unit}]`;
}

/** A mark as {@link foldPastes} writes it. */
export const pastedMark = /\[Pasted text, [\d,]+ (?:lines|characters)\]/g;
