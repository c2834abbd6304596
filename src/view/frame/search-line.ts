import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncateStart } from '../../core/text/width.js';
import type { DrawnComposer } from '../composer/render.js';
import { type Line, muted, plain, type Span, styled } from '../line.js';
import { joinLine, lineWidth } from '../spans.js';
import type { TranscriptSearch } from '../state/search-state.js';
import { MOST_MATCHES } from '../transcript/search/search.js';

export function drawSearchLine(search: TranscriptSearch, columns: number, cursor = search.text.length): DrawnComposer {
	const right: Span[] = [...resultSpans(search), plain(' ')];
	const room = Math.max(4, columns - lineWidth(right) - 5);
	const query = truncateStart(sanitizeLine(search.text), room);
	const left: Line = [styled(' / ', { color: 'accent', bold: true }), plain(query)];
	const behind = cellWidth(sanitizeLine(search.text.slice(cursor)));
	const column = Math.min(columns - 1, Math.max(3, lineWidth(left) - behind));
	return { lines: [joinLine(left, right, columns)], cursor: search.isTyping ? { row: 0, column } : null };
}

function resultSpans({ scan, current, text }: TranscriptSearch): Span[] {
	if (text === '' || scan === null) return [muted('case counts once you type a capital')];
	const more = scan.isDone ? (scan.total >= MOST_MATCHES ? '+' : '') : '…';
	if (scan.total === 0) {
		return scan.isDone ? [styled('no match', { color: 'warning' })] : [muted('searching…')];
	}
	const before = scan.hits.reduce(
		(sum, hit) => (current !== null && hit.entry < current.entry ? sum + hit.count : sum),
		0,
	);
	const position = current === null ? '' : `${before + current.match + 1} of `;
	return [styled(`${position}${scan.total}${more}`, { color: 'accent' })];
}
