import type { Ports } from '../../core/ports.js';
import { eachEntry, entriesOf } from '../../core/session/entries/entry-list.js';
import { confirmation } from '../../core/session/question.js';
import { BRIEFING, NOT_IN_MEMORY, NOT_IN_MEMORY_HINT, numberOf } from '../../core/session/resuming/missing-memory.js';
import { briefing } from '../../core/sessions/briefing.js';
import type { Questions } from '../questions.js';
import type { Store } from '../store.js';

export type BriefingParts = {
	readonly ports: Pick<Ports, 'ids' | 'clock'>;
	readonly store: Store;
	readonly questions: Questions;
	readonly isHeadless: boolean;
	readonly signal: AbortSignal;
};

/**
 * Tells the agent the part of the transcript that its session lacks, from the entry of this number on: at once with
 * prior consent, else after asking.
 */
export async function brief(parts: BriefingParts, since: number): Promise<void> {
	const { isHeadless, store } = parts;
	const state = store.getState();
	const entries = entriesOf([...eachEntry(state.entries)].filter(({ id }) => numberOf(id) >= since));
	const text = briefing({ ...state, entries });
	const fallback = state.resuming?.fallback;
	if (text === '' || fallback === 'plain') return;
	if (fallback === 'briefing') return store.dispatch({ type: 'briefing-given', text });
	if (!isHeadless) return offer(parts, text, since > 0);
	if (since > 0) store.dispatch({ type: 'note', level: 'warning', title: NOT_IN_MEMORY, hint: NOT_IN_MEMORY_HINT });
}

async function offer(parts: BriefingParts, text: string, isPart: boolean): Promise<void> {
	const { ports, questions, signal, store } = parts;
	const { ids, clock } = ports;
	const { sessionId } = store.getState();
	const fields = [{ name: BRIEFING.field, value: text }];
	const toolInput = { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] };
	const request = {
		source: 'permission',
		kind: 'other',
		title: isPart ? BRIEFING.titleOfPart : BRIEFING.title,
		paths: [],
		diffs: [],
		toolInput,
	} as const;
	const { yes, no } = BRIEFING;
	const because = isPart ? BRIEFING.becauseOfPart : BRIEFING.because;
	const question = confirmation({ id: ids.next('question'), request, because, askedAt: clock.now() }, { yes, no });
	const outcome = await questions.put(question, signal);
	const isYes = outcome.type === 'selected' && outcome.optionId === 'allow';
	if (isYes && store.getState().sessionId === sessionId) store.dispatch({ type: 'briefing-given', text });
}
