import { type Line, styled } from '../line.js';
import type { AnswerRow } from './ask-options.js';
import type { AskView } from './ui-state.js';

/** A row that answers: number, words, the letters that stand for it. */
export function rowLine(row: AnswerRow, index: number, view: AskView): Line {
	const isSelected = view.selected === index;
	const isDead = row.answer === null;
	const keys = row.keys === '' ? '' : ` (${row.keys})`;
	const because = isDead && row.because !== '' ? ` · ${row.because}` : '';
	return [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(`${index + 1} `, { color: isDead ? 'muted' : 'accent' }),
		styled(row.label, isDead ? { color: 'muted', dim: true } : isSelected ? { bold: true } : {}),
		styled(keys + (row.aside ?? '') + because, { color: 'muted' }),
	];
}
