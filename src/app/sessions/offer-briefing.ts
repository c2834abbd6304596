import type { Ports } from '../../core/ports.js';
import { eachEntry, entriesOf } from '../../core/session/entries/entry-list.js';
import { confirmation } from '../../core/session/question.js';
import { BRIEFING, NOT_IN_MEMORY, NOT_IN_MEMORY_HINT, numberOf } from '../../core/session/resuming/memory.js';
import type { SessionState } from '../../core/session/state.js';
import { briefing } from '../../core/sessions/briefing.js';
import type { Questions } from '../questions.js';
import type { Store } from '../store.js';

export type BriefingParts = {
	readonly ports: Pick<Ports, 'ids' | 'clock'>;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
	readonly questions: Questions;
	readonly isHeadless: boolean;
	readonly signal: AbortSignal;
};

/**
 * Tells the agent the part of the transcript that its session lacks, from the entry of this number on: at once with
 * prior consent, else after asking.
 */
export async function brief(parts: BriefingParts, since: number): Promise<void> {
	const { getState, dispatch, isHeadless } = parts;
	const state = getState();
	const entries = entriesOf([...eachEntry(state.entries)].filter(({ id }) => numberOf(id) >= since));
	const text = briefing({ ...state, entries });
	const fallback = state.resuming?.fallback;
	if (text === '' || fallback === 'plain') return;
	if (fallback === 'briefing') return dispatch({ type: 'briefing-given', text });
	if (!isHeadless) return offer(parts, text, since > 0);
	if (since > 0) dispatch({ type: 'note', level: 'warning', title: NOT_IN_MEMORY, hint: NOT_IN_MEMORY_HINT });
}

async function offer(parts: BriefingParts, text: string, isPart: boolean): Promise<void> {
	const { ports, getState, dispatch, questions, signal } = parts;
	const { ids, clock } = ports;
	const { sessionId } = getState();
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
	if (isYes && getState().sessionId === sessionId) dispatch({ type: 'briefing-given', text });
}
