import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import { closeInline } from './open-inline.js';

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
const delimiterRow = /^[ \t]*\|?[ \t:|-]*$/;

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
