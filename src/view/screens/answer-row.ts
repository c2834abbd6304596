import { type Line, styled } from '../line.js';
import { lineWidth } from '../spans.js';
import type { AnswerRow } from './ask-options.js';
import { type AskView, markedRow } from './ui-state.js';

/** A row that answers: number, words, the letters that stand for it; in few words where it is too wide for `width`. */
export function rowLine(row: AnswerRow, index: number, view: AskView, width = Number.POSITIVE_INFINITY): Line {
	const line = draw(row, index, view, row.aside);
	const short = row.shortAside;
	return short === undefined || lineWidth(line) <= width
		? line
		: draw(row, index, view, row.answer === null ? '' : short);
}

function draw(row: AnswerRow, index: number, view: AskView, aside = ''): Line {
	const isSelected = markedRow(view) === index;
	const isDead = row.answer === null;
	const keys = row.keys === '' ? '' : ` (${row.keys})`;
	const because = isDead && row.because !== '' ? ` · ${row.because}` : '';
	return [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(`${index + 1} `, { color: isDead ? 'muted' : 'accent' }),
		styled(row.label, isDead ? { color: 'muted', dim: true } : isSelected ? { bold: true } : {}),
		styled(keys + aside + because, { color: 'muted' }),
	];
}
