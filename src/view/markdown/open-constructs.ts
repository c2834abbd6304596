import { fenceAfter, type OpenFence } from '../../core/text/fences.js';

/** Characters searched back for inline marks: the cost must not grow with a paragraph. */
const inlineWindow = 8000;

const blank = /^[ \t>]*$/;
const startsBlock = /^[ \t>]*(?:[-*+] |\d{1,9}[.)] |#{1,6} |\|)/;
const underline = /^ {0,3}(?:-+|=+) *$/;
const fenceStart = /^[ \t>]*(?:`{1,2}|~{1,2})$/;
/** A list's marker (with a task's box) before its words; dashes may still become a line. */
const markerAlone = /^[ \t>]*(?:[-*+]|\d{1,9}[.)]?|-{2}|_{1,2})[ \t]*$/;
const boxAlone = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(?:[ xX]?|[ xX]\][ \t]*)$/;
/** Each letter of a link definition would move the line with its reference. A footnote is text. */
const definition = /^ {0,3}\[(?!\^)[^\]]+\]:/;
const delimiterRow = /^[ \t:|-]*$/;

/** Source as if its author had finished: open constructs are closed, a last line of unknown kind is left out. */
export function closeOpenConstructs(source: string): string {
	if (source === '') return '';
	const lines = source.split('\n');
	const last = lines.at(-1) ?? '';
	let before: OpenFence | undefined;
	for (const line of lines.slice(0, -1)) before = fenceAfter(line, before);
	if (before) {
		const rest = last.replace(/^[ \t>]*/, '');
		const isClosing = last !== '' && rest === (before.mark[0] ?? '').repeat(rest.length);
		return isClosing && fenceAfter(last, before) ? lines.slice(0, -1).join('\n') : source;
	}
	const isHalfLine = fenceAfter(last, undefined) !== undefined || fenceStart.test(last);
	const previous = lines.at(-2) ?? '';
	const isUndecided = markerAlone.test(last) || boxAlone.test(last) || definition.test(last);
	if (isHalfLine || isUndecided || (underline.test(last) && !blank.test(previous)))
		return lines.slice(0, -1).join('\n');
	return closeTable(lines) ?? closeLastBlock(lines);
}

function closeTable(lines: readonly string[]): string | undefined {
	const hasDelimiter = lines.length > 1 && (lines.at(-2) ?? '').trimStart().startsWith('|');
	const header = (hasDelimiter ? lines.at(-2) : lines.at(-1)) ?? '';
	const above = lines.at(hasDelimiter ? -3 : -2) ?? '';
	if (!header.trimStart().startsWith('|') || !blank.test(above)) return undefined;
	if (hasDelimiter && !delimiterRow.test(lines.at(-1) ?? '')) return undefined;
	const kept = lines.slice(0, hasDelimiter ? -2 : -1);
	const cells = cellsOf(header);
	if (cells.every((cell) => cell.trim() === '')) return kept.join('\n');
	const started = hasDelimiter ? cellsOf(lines.at(-1) ?? '') : [];
	const dashes = cells.map((_, index) => (/^:?-+:?$/.test(started[index]?.trim() ?? '') ? started[index] : '---'));
	return [...kept, `|${cells.map(closeInline).join('|')}|`, `|${dashes.join('|')}|`].join('\n');
}

function cellsOf(row: string): string[] {
	return row
		.trim()
		.replace(/^\|/, '')
		.replace(/(?<!\\)\|$/, '')
		.split(/(?<!\\)\|/);
}

function closeLastBlock(lines: readonly string[]): string {
	let start = lines.length - 1;
	let length = (lines[start] ?? '').length;
	while (start > 0 && !startsBlock.test(lines[start] ?? '') && !blank.test(lines[start - 1] ?? '')) {
		length += (lines[start - 1] ?? '').length;
		if (length > inlineWindow) break;
		start -= 1;
	}
	const text = lines.slice(start).join('\n');
	const [marker = ''] = /^[ \t>]*(?:[-*+] +|\d{1,9}[.)] +)?/.exec(text) ?? [];
	return [...lines.slice(0, start), marker + closeInline(text.slice(marker.length))].join('\n');
}

type Bracket = { readonly index: number; readonly depth: number };

type Delimiter = { readonly mark: string; readonly count: number };

/** Paragraph's text with open emphasis, code or link closed, so that half of a mark is never seen. */
function closeInline(text: string): string {
	const open: Delimiter[] = [];
	const brackets: Bracket[] = [];
	let index = 0;
	while (index < text.length) {
		const character = text[index] ?? '';
		if (character === '\\') {
			index += 2;
		} else if (character === '`') {
			const length = runLength(text, index);
			const end = closingRun(text, index + length, '`'.repeat(length));
			if (end < 0) return closeCode(text, index, length, open);
			index = end;
		} else if (character === '[') {
			brackets.push({ index, depth: open.length });
			index += 1;
		} else if (character === ']') {
			const start = brackets.pop();
			// Brackets at the very end may go on with an address.
			const isLast = index + 1 === text.length && start !== undefined && mayBeLink(text, start.index);
			const end = start === undefined ? index + 1 : isLast ? -1 : linkEnd(text, index);
			if (start !== undefined && end < 0) return closeLink(text, start, index, open);
			index = end;
		} else if (character === '*' || character === '_' || character === '~') {
			const length = runLength(text, index);
			// A run at the very end closes what is open or opens what is not there yet: neither needs it.
			if (index + length === text.length) return closeAll(text.slice(0, index), open);
			takeRun(text, index, length, open);
			index += length;
		} else {
			index += 1;
		}
	}
	const start = brackets.at(-1);
	if (start !== undefined && mayBeLink(text, start.index)) return closeLink(text, start, text.length, open);
	return closeAll(text, open);
}

/** An index behind a word, a task's box and a footnote's mark are no links. */
function mayBeLink(text: string, bracket: number): boolean {
	if (/\w/.test(text[bracket - 1] ?? '')) return false;
	return !/^\[(?:[ xX^]|$)/.test(text.slice(bracket, bracket + 2));
}

function takeRun(text: string, index: number, length: number, open: Delimiter[]): void {
	const mark = text[index] ?? '';
	const before = text[index - 1] ?? ' ';
	const after = text[index + length] ?? ' ';
	if (mark === '_' && /\w/.test(before) && /\w/.test(after)) return;
	if (mark === '~' && length !== 2) return;
	let left = length;
	if (!/\s/.test(before)) left = takeClosers(mark, left, open);
	if (left > 0 && left <= 3 && !/\s/.test(after)) open.push({ mark, count: left });
}

function takeClosers(mark: string, count: number, open: Delimiter[]): number {
	let left = count;
	for (let last = open.at(-1); left > 0 && last?.mark === mark; last = open.at(-1)) {
		open.pop();
		if (last.count > left) open.push({ mark, count: last.count - left });
		left -= Math.min(left, last.count);
	}
	return left;
}

function closeAll(text: string, open: readonly Delimiter[]): string {
	if (open.length === 0) return text;
	const end = text.trimEnd();
	const closers = open.map(({ mark, count }) => mark.repeat(count)).reverse();
	return end + closers.join('');
}

function closeCode(text: string, index: number, length: number, open: readonly Delimiter[]): string {
	const content = text.slice(index + length);
	if (content.trim() === '') return closeAll(text.slice(0, index), open);
	return closeAll(`${text}${content.endsWith('`') ? ' ' : ''}${'`'.repeat(length)}`, open);
}

function closeLink(text: string, { index, depth }: Bracket, end: number, open: readonly Delimiter[]): string {
	const before = text[index - 1] === '!' ? index - 1 : index;
	return closeAll(text.slice(0, before) + closeInline(text.slice(index + 1, end)), open.slice(0, depth));
}

function linkEnd(text: string, bracket: number): number {
	// A reference to a definition.
	if (text[bracket + 1] === '[') return text.indexOf(']', bracket + 2) + 1 || -1;
	if (text[bracket + 1] !== '(') return bracket + 1;
	let depth = 0;
	for (let index = bracket + 1; index < text.length; index++) {
		const character = text[index];
		if (character === '\\') index += 1;
		else if (character === '(') depth += 1;
		else if (character === ')' && --depth === 0) return index + 1;
		else if (character === '\n') return bracket + 1;
	}
	return -1;
}

function runLength(text: string, index: number): number {
	let end = index;
	while (end < text.length && text[end] === text[index]) end += 1;
	return end - index;
}

function closingRun(text: string, from: number, run: string): number {
	for (let index = text.indexOf('`', from); index >= 0; ) {
		const length = runLength(text, index);
		if (length === run.length) return index + length;
		index = text.indexOf('`', index + length);
	}
	return -1;
}
