import { cellWidth } from '../../core/text/width.js';
import { type Span, styled } from '../line.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { timeLeft } from '../time-left.js';
import { startsAgain } from './recovery-messages.js';

/** When an agent that crashed is started again, and what a key does, in as many words as there is room for; else null. */
export function restartSpans({ session, ui, now }: ScreenContext): Span[] | null {
	const wait = session.recovery?.wait;
	if (wait === undefined) return null;
	const left = timeLeft(wait.until, now);
	const words = (isDraftEmpty(ui) ? startsAgain.emptyDraft : startsAgain.typing)(left);
	const shown = words.find((text) => cellWidth(text) <= ui.columns - 4) ?? words.at(-1) ?? '';
	return [styled('↻ ', { color: 'warning' }), styled(shown, { color: 'muted' })];
}
