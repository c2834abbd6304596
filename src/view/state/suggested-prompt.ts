import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from './context.js';
import { isDraftEmpty } from './ui-state.js';

/** What the agent proposes to send next, where nothing is written and nothing runs; null for none. */
export function suggestedPrompt({ session, ui }: ScreenContext): string | null {
	const { suggestion, turn, questions } = session;
	if (suggestion == null || turn !== null || questions.length > 0 || !isDraftEmpty(ui)) return null;
	return sanitizeLine(suggestion).trim() || null;
}
