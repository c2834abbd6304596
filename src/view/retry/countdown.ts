import { cellWidth } from '../../core/text/width.js';
import { type Span, styled } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { retryReason } from './hints.js';
import { countdown } from './messages.js';
import { localTime, timeLeft } from './times.js';

/** Until when the failed prompt waits, and what a key does, in as many words as there is room for; null: it does not. */
export function countdownSpans({ session, ui, now }: ScreenContext): Span[] | null {
	const { failed } = session;
	if (failed?.wait === undefined) return null;
	const { failure, sent, wait } = failed;
	const left = timeLeft(wait.until, now);
	const words =
		wait.kind === 'reset'
			? countdown.reset(localTime(wait.until, now), left)
			: (isDraftEmpty(ui) ? countdown.service : countdown.serviceTyping)(retryReason(failure), left, sent, wait.limit);
	const room = ui.columns - 4;
	const shown = words.find((text) => cellWidth(text) <= room) ?? words.at(-1) ?? '';
	return [styled('↻ ', { color: 'warning' }), styled(shown, { color: 'muted' })];
}
