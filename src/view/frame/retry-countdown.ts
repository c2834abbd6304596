import type { OpenWait, Reopening } from '../../core/sessions/resuming.js';
import { cellWidth } from '../../core/text/width.js';
import { type Span, styled } from '../line.js';
import { retryReason } from '../retry/hints.js';
import { countdown } from '../retry/retry-messages.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { localTime, timeLeft } from '../time-left.js';

/** Until when the failed prompt, or a session that could not be opened, waits, and what a key does, in as many words as there is room for; null: it does not. */
export function countdownSpans({ session, ui, now }: ScreenContext): Span[] | null {
	const { failed, reopening } = session;
	if (reopening?.wait !== undefined) return openingSpans({ ui, now }, reopening, reopening.wait);
	if (failed?.wait === undefined || session.connection.phase !== 'ready') return null;
	const { failure, sent, wait } = failed;
	const left = timeLeft(wait.until, now);
	const words =
		wait.kind === 'reset'
			? countdown.reset(localTime(wait.until, now), left)
			: (isDraftEmpty(ui) ? countdown.service : countdown.serviceTyping)(retryReason(failure), left, sent, wait.limit);
	return fitting(words, ui.columns);
}

function openingSpans(
	{ ui, now }: Pick<ScreenContext, 'ui' | 'now'>,
	{ failure, tried }: Reopening,
	{ until, limit }: OpenWait,
): Span[] {
	const form = isDraftEmpty(ui) ? countdown.opening : countdown.openingTyping;
	return fitting(form(retryReason(failure), timeLeft(until, now), tried, limit), ui.columns);
}

function fitting(words: readonly string[], columns: number): Span[] {
	const shown = words.find((text) => cellWidth(text) <= columns - 4) ?? words.at(-1) ?? '';
	return [styled('↻ ', { color: 'warning' }), styled(shown, { color: 'muted' })];
}
