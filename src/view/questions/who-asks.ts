import { parentTitles } from '../../core/session/entries/entry-parents.js';
import type { Question } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import { lineageOf } from '../../core/session/subagent-tree.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { oneLine } from '../transcript/entries/block-summary.js';

/** Titles of the sub-agent that asks and of its parent; the parent's is empty where that is the agent itself. */
type Asker = { readonly name: string; readonly parent: string };

/** Sub-agent that asks; null when the agent itself does. A title that nobody gave is empty. */
export function whoAsks(question: Question, session: SessionState): Asker | null {
	const { subagentId, toolCallId } = question;
	const known = subagentId === undefined ? [] : lineageOf(session, subagentId).map(({ title }) => title);
	const titles = known.length > 0 ? known : parentTitles(session, toolCallId);
	const name = titles.at(-1);
	if (name === undefined) return null;
	return { name: oneLine(name), parent: oneLine(titles.at(-2) ?? '') };
}

/** Why a question is asked, as a sentence of its own: reasons are kept in lower case, without a full stop. */
export function reasonSentence(because: string): string {
	const words = sanitizeLine(because).trim();
	if (words === '') return '';
	const [first = ''] = words;
	const sentence = first.toUpperCase() + words.slice(first.length);
	return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
