import type { TurnEndEntry } from '../../../core/session/entry.js';
import { type Line, type Role, styled } from '../../line.js';
import { noteOrigin } from '../../line-origin.js';
import type { RenderContext } from '../context.js';
import { formatDuration } from '../duration.js';
import { oneLine } from './block-summary.js';
import { renderNotice } from './note.js';

/** A turn that ended well in less time than this needs no line. */
const LEAST_DURATION = 10_000;

/** Who stopped a turn, in words that a time may follow. */
export function stopWords({ endedBy }: TurnEndEntry): string {
	if (endedBy === undefined) return 'Stopped';
	return endedBy === 'agent' ? 'The agent ended its turn' : 'The agent ended its turn after the refusal';
}

/** How a turn ended: nothing for a short good one, how long a long one took, a sentence for any other. */
export function renderTurnEnd(entry: TurnEndEntry, context: RenderContext): Line[] {
	const took = Math.max(0, entry.at - entry.startedAt - (entry.askedMs ?? 0));
	const time = took >= 1000 ? ` after ${formatDuration(took)}` : '';
	const notice = (sign: string, color: Role, title: string, hint?: string) =>
		renderNotice(
			{
				marker: [styled(`${sign} `, { color, bold: true })],
				title,
				color,
				detail: entry.failure?.detail,
				isTail: entry.reason === 'agent-exit',
				hint: entry.failure?.hint ?? hint,
			},
			entry.id,
			context,
		);
	switch (entry.reason) {
		case 'end_turn':
			if (took < LEAST_DURATION) return [];
			return [
				noteOrigin([styled(`── ${formatDuration(took)} ──`, { color: 'muted', dim: true })], null, { whole: null }),
			];
		case 'cancelled':
			return notice('■', 'warning', `${stopWords(entry)}${time}`);
		case 'refusal':
			return notice('!', 'warning', 'The agent refused to go on.', 'Put the request differently.');
		case 'max_tokens':
			return notice('!', 'warning', 'The answer reached the token limit.', 'Say "continue" to let the agent go on.');
		case 'max_turn_requests':
			return notice(
				'!',
				'warning',
				'The agent reached the limit of requests for one turn.',
				'Say "continue" to let it go on.',
			);
		case 'unknown':
			return notice('!', 'warning', `The turn ended: ${oneLine(entry.word ?? '') || 'no reason given'}`);
		case 'failed':
			return notice('✗', 'error', entry.failure?.message ?? 'The turn failed.');
		case 'agent-exit':
			return notice('✗', 'error', entry.failure?.message ?? 'The agent ended before the turn did.');
	}
}
