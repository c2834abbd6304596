import type { TurnEndEntry } from '../../../core/session/entries/entry.js';
import { type Line, type Role, styled } from '../../line.js';
import { noteOrigin } from '../../line-origin.js';
import type { RenderContext } from '../context.js';
import { formatDuration } from '../duration.js';
import { stopWords, turnEnd } from '../messages.js';
import { oneLine } from './block-summary.js';
import { renderNotice } from './note.js';

/** A turn that ended well in less time than this needs no line. */
const LEAST_DURATION = 10_000;

/** How a turn ended: nothing for a short good one, how long a long one took, a sentence for any other. */
export function renderTurnEnd(entry: TurnEndEntry, context: RenderContext): Line[] {
	const took = Math.max(0, entry.at - entry.startedAt - (entry.askedMs ?? 0));
	const time = took >= 1000 ? turnEnd.after(formatDuration(took)) : '';
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
			return notice('!', 'warning', turnEnd.refusal, turnEnd.refusalHint);
		case 'max_tokens':
			return notice('!', 'warning', turnEnd.maxTokens, turnEnd.maxTokensHint);
		case 'max_turn_requests':
			return notice('!', 'warning', turnEnd.maxRequests, turnEnd.maxRequestsHint);
		case 'unknown':
			return notice('!', 'warning', turnEnd.unknown(oneLine(entry.word ?? '')));
		case 'failed':
			return notice('✗', 'error', entry.failure?.message ?? turnEnd.failed);
		case 'agent-exit':
			return notice('✗', 'error', entry.failure?.message ?? turnEnd.agentExit);
		case 'interrupted':
			return notice('■', 'warning', turnEnd.interrupted, turnEnd.interruptedHint);
	}
}
