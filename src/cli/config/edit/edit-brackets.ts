import { between, eolOf, indentAt, indentUnit, lineStart, type Splice, without } from './splice.js';
import { endOf, type Item, type Place } from './value-places.js';

/** Text of a new value: in so many lines as it takes, each below the first behind `indent`, or in one line. */
export type Written = { readonly lines: (indent: string) => string; readonly line: string };

/** Adds an item behind the last one of an object or a list in brackets. */
export function addInBrackets(text: string, place: Place, written: Written): readonly Splice[] {
	const close = place.end - 1;
	const last = place.items.at(-1);
	const from = last === undefined ? place.start + 1 : endOf(last);
	const rest = between(text, from, close);
	const hasComma = rest.includes(',');
	const comma = last === undefined || hasComma ? [] : [{ start: from, end: from, text: ',' }];
	const base = indentAt(text, close);
	const eol = eolOf(text);
	if (/\n[ \t]*$/.test(rest)) {
		const at = lineStart(text, close);
		const indent =
			last !== undefined && isFirstInLine(text, last) ? indentAt(text, last.start) : base + indentUnit(text);
		return [...comma, { start: at, end: at, text: `${indent}${written.lines(indent)}${hasComma ? ',' : ''}${eol}` }];
	}
	if (last !== undefined) {
		const at = hasComma ? from + rest.indexOf(',') + 1 : from;
		return [{ start: at, end: at, text: hasComma ? ` ${written.line}` : `, ${written.line}` }];
	}
	// An empty object of a file that is written in lines.
	const isOpened =
		text.slice(from, close).trim() === '' && place.kind === 'object' && written.lines('') !== written.line;
	if (!isOpened)
		return [{ start: close, end: close, text: `${/\s$/.test(text.slice(from, close)) ? '' : ' '}${written.line} ` }];
	const indent = base + indentUnit(text);
	return [{ start: from, end: close, text: `${eol}${indent}${written.lines(indent)}${eol}${base}` }];
}

/** Takes an item out of an object or a list in brackets, with one comma; comments around it stay. */
export function removeInBrackets(text: string, place: Place, at: number): readonly Splice[] {
	const item = place.items[at];
	if (item === undefined) return [];
	const [before, after] = [place.items[at - 1], place.items[at + 1]];
	const end = endOf(item);
	const behind = commaIn(text, end, after?.start ?? place.end - 1);
	if (behind === end) return [without(text, item.start, end + 1)];
	const comma = behind ?? (before === undefined ? null : commaIn(text, endOf(before), item.start));
	return [without(text, item.start, end), ...(comma === null ? [] : [{ start: comma, end: comma + 1, text: '' }])];
}

function commaIn(text: string, from: number, to: number): number | null {
	const at = between(text, from, to).indexOf(',');
	return at < 0 ? null : from + at;
}

function isFirstInLine(text: string, { start }: Item): boolean {
	return text.slice(lineStart(text, start), start).trim() === '';
}
