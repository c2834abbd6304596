import type { pastedRange } from '../../content-schema.js';
import type { Read } from '../../schema.js';

export type PastedRange = Read<typeof pastedRange>;

export function foldPastes(text: string, pastes: readonly PastedRange[] = []): string {
	let folded = '';
	let from = 0;
	for (const { start, end } of pastes) {
		folded += text.slice(from, start) + pasteMark(text.slice(start, end));
		from = end;
	}
	return folded + text.slice(from);
}

/** `[Pasted text, 5,000 lines]`. */
function pasteMark(text: string): string {
	const lines = text.replace(/\n$/, '').split('\n').length;
	const [count, unit] = lines > 1 ? [lines, 'lines'] : [text.length, 'characters'];
	return `[Pasted text, ${count.toLocaleString('en')} ${unit}]`;
}

export const pastedMark = /\[Pasted text, [\d,]+ (?:lines|characters)\]/g;
