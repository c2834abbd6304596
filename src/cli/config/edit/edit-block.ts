import { between, eolOf, indentUnit, lineEnd, lineStart, nextLine, type Splice } from './splice.js';
import { endOf, type Item, type Place } from './value-places.js';

/** Adds lines behind the last item of a block of YAML; `lines` are indented as far as they are below each other. */
export function addInBlock(text: string, place: Place, lines: readonly string[]): readonly Splice[] {
	const last = place.items.at(-1);
	const [first] = place.items;
	if (last === undefined || first === undefined) return [];
	return [linesAfter(text, endOf(last), indented(lines, column(text, first.start)))];
}

/** Takes an item out of a block with its lines; a comment behind it stays. */
export function removeInBlock(text: string, item: Item): readonly Splice[] {
	const from = lineStart(text, item.start);
	// In a list of objects the first key shares its line with the dash.
	if (text.slice(from, item.start).trim() !== '') return [];
	const end = endOf(item);
	const rest = text.slice(end, lineEnd(text, end));
	if (rest.trim() === '') return [{ start: from, end: nextLine(text, end), text: '' }];
	return [{ start: item.start, end: end + (rest.length - rest.trimStart().length), text: '' }];
}

/** Puts another value behind the key of a block: a word, or `lines` below it. */
export function replaceInBlock(
	text: string,
	item: Item,
	word: string,
	lines: readonly string[] | null,
): readonly Splice[] {
	const { value, valueFrom } = item;
	const [first] = value?.items ?? [];
	if (value === null || value.isBlock === false || first === undefined) {
		const [start, end] = value === null ? [valueFrom, valueFrom] : [value.start, value.end];
		const isApart = /[ \t]$/.test(text.slice(valueFrom, start));
		return [{ start, end, text: isApart ? word : `${value === null ? ': ' : ' '}${word}` }];
	}
	const at = lineStart(text, first.start);
	const gone = { start: at, end: nextLine(text, value.end), text: '' };
	if (lines === null) return [{ start: valueFrom, end: valueFrom, text: ` ${word}` }, gone];
	// A list may stand as far left as its key, an object may not.
	const known = column(text, first.start);
	const isLeft = known <= column(text, item.start) && lines[0]?.startsWith('- ') === false;
	const columns = isLeft ? known + indentUnit(text).length : known;
	return [
		{
			...gone,
			text: indented(lines, columns)
				.map((line) => line + eolOf(text))
				.join(''),
		},
	];
}

export function linesAfter(text: string, at: number, lines: readonly string[]): Splice {
	const eol = eolOf(text);
	const start = nextLine(text, at);
	const isOpen = start > 0 && text[start - 1] !== '\n';
	return { start, end: start, text: `${isOpen ? eol : ''}${lines.join(eol)}${eol}` };
}

function indented(lines: readonly string[], columns: number): readonly string[] {
	return lines.map((line) => ' '.repeat(columns) + line);
}

function column(text: string, at: number): number {
	return at - lineStart(text, at);
}

/** Whether nothing but blanks and commas stands in a part beside its items: no comment. */
export function hasComments(text: string, from: number, to: number): boolean {
	return between(text, from, to) !== text.slice(from, to);
}
