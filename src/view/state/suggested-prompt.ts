import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from './context.js';
import { isDraftEmpty } from './ui-state.js';

/** Signs by which a draft is no prompt: a command line of the user's own runs unasked, and ours change the mode. */
const NO_PROMPT = /^[!/#]/;

/** Prompt that the agent proposes next, where nothing is written and nothing runs; null for none. */
export function suggestedPrompt({ session, ui }: ScreenContext): string | null {
	const { suggestion, turn, questions } = session;
	if (suggestion == null || turn !== null || questions.length > 0 || !isDraftEmpty(ui)) return null;
	const text = sanitizeLine(suggestion).trim();
	return text === '' || NO_PROMPT.test(text) ? null : text;
}
