import type { Failure } from '../../../core/failure.js';
import type { TurnEndEntry } from '../../../core/session/entries/entry.js';
import { clip } from '../../../core/text/clip.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { formatDuration } from '../../duration.js';
import { faint, type Line, muted, type Role, styled } from '../../line.js';
import { noteOrigin } from '../../line-origin.js';
import { failedHint, failedList, retryReason } from '../../retry/retry-messages.js';
import { localTime } from '../../time-left.js';
import type { RenderContext } from '../render-context.js';
import { stopWords, turnEnd } from '../transcript-messages.js';
import { oneLine } from './block-summary.js';
import { renderNotice } from './note-entry.js';

/** In ms; a shorter turn that ended well needs no line. */
const LEAST_DURATION = 10_000;

export function renderTurnEnd(entry: TurnEndEntry, context: RenderContext): Line[] {
	const took = Math.max(0, entry.at - entry.startedAt - (entry.askedMs ?? 0));
	const time = took >= 1000 ? formatDuration(took) : '';
	const notice = (sign: string, color: Role, title: string, hint?: string) =>
		renderNotice(
			{
				marker: [styled(`${sign} `, { color, bold: true })],
				title,
				color,
				detail: entry.failure?.detail,
				isTail: entry.reason === 'agent-exit',
				hint:
					entry.failure === undefined || entry.reason === 'agent-exit'
						? (entry.failure?.hint ?? hint)
						: failedHint(entry.failure),
			},
			entry.id,
			context,
		);
	if (entry.retry !== undefined) return renderRetry(entry, entry.retry, context);
	switch (entry.reason) {
		case 'end_turn':
			if (entry.failure !== undefined) return notice('!', 'warning', limitWords(entry.failure, entry.at));
			if (took < LEAST_DURATION) return [];
			return [noteOrigin([faint(`── ${formatDuration(took)} ──`)], null, { whole: null })];
		case 'cancelled':
			return notice('■', 'warning', stopWords(entry, time));
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

function renderRetry(entry: TurnEndEntry, retry: NonNullable<TurnEndEntry['retry']>, context: RenderContext): Line[] {
	const { failure } = entry;
	if (failure === undefined) return [];
	const { count, limit, pauseMs } = retry;
	return renderNotice(
		{
			marker: [muted('↻ ')],
			title: `${retryReason(failure)}, again after ${formatDuration(pauseMs)} (${count}/${limit})`,
			color: 'muted',
			detail:
				count === 1 ? clip(sanitizeLine(failure.message.slice(0, 1000)), Math.max(10, context.width - 2)) : undefined,
			most: 1,
		},
		entry.id,
		context,
	);
}

function limitWords({ errorClass, resetsAt }: Failure, at: number): string {
	if (errorClass !== 'usageLimit') return turnEnd.serviceTrouble;
	return `${failedList.usageLimit(resetsAt === undefined ? null : localTime(resetsAt, at))}.`;
}
