import { foldPastes } from '../../core/session/pastes.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { joinLine } from '../spans.js';

/** What waits to be sent, one row a prompt, newest hidden first when they do not fit. */
export function renderQueue(session: SessionState, columns: number, maxRows: number): Line[] {
	const { queue } = session;
	if (queue.length === 0 || maxRows <= 0) return [];
	const shown = queue.slice(0, queue.length > maxRows ? maxRows - 1 : maxRows);
	const lines: Line[] = shown.map((prompt, index) =>
		joinLine(
			[
				plain(' '),
				styled(`queued ${index + 1}: `, { color: session.isQueueHeld ? 'warning' : 'accent' }),
				styled(sanitizeLine(foldPastes(prompt.text, prompt.pastes)), { color: 'muted' }),
			],
			index === shown.length - 1 ? [styled('↑ edits ', { color: 'muted', dim: true })] : [],
			columns,
		),
	);
	const hidden = queue.length - shown.length;
	if (hidden > 0) lines.push([styled(` ⋯ ${hidden} more queued`, { color: 'muted' })]);
	return lines;
}
