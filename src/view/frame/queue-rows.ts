import type { SessionState } from '../../core/session/state.js';
import { isBeingSteered, isUncertain } from '../../core/session/steering/steering-of.js';
import { faint, type Line, muted, plain, styled } from '../line.js';
import { joinLine } from '../spans.js';
import { promptStart } from '../status/session-words.js';

export function renderQueue(session: SessionState, columns: number, maxRows: number): Line[] {
	const { queue } = session;
	if (queue.length === 0 || maxRows <= 0) return [];
	const shown = queue.slice(0, queue.length > maxRows ? maxRows - 1 : maxRows);
	const lines: Line[] = shown.map((prompt, index) => {
		const isSteered = isBeingSteered(session, prompt.id);
		const place = `queued ${index + 1}${isUncertain(session, prompt.id) ? ' (sent?)' : ''}: `;
		return joinLine(
			[
				plain(' '),
				styled(isSteered ? 'into the turn: ' : place, { color: session.isQueuePaused ? 'warning' : 'accent' }),
				muted(promptStart(prompt)),
			],
			index === shown.length - 1 && !isSteered ? [faint('↑ edits ')] : [],
			columns,
		);
	});
	const hidden = queue.length - shown.length;
	if (hidden > 0) lines.push([muted(` ⋯ ${hidden} more queued`)]);
	return lines;
}
