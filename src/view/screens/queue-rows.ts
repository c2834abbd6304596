import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { clipLine } from '../spans.js';

/** What waits to be sent, one row a prompt, newest hidden first when they do not fit. */
export function renderQueue(session: SessionState, columns: number, maxRows: number): Line[] {
	const { queue } = session;
	if (queue.length === 0 || maxRows <= 0) return [];
	const shown = queue.slice(0, queue.length > maxRows ? maxRows - 1 : maxRows);
	const lines: Line[] = shown.map((prompt, index) =>
		clipLine(
			[
				plain(' '),
				styled(`queued ${index + 1}: `, { color: session.isQueueHeld ? 'warning' : 'accent' }),
				styled(sanitizeLine(prompt.text), { color: 'muted' }),
				...(index === queue.length - 1 ? [styled('  alt+↑ edits', { color: 'muted', dim: true })] : []),
			],
			columns,
		),
	);
	const hidden = queue.length - shown.length;
	if (hidden > 0) lines.push([styled(` ⋯ ${hidden} more queued`, { color: 'muted' })]);
	return lines;
}
