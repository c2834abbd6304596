import type { Ports } from '../../core/ports.js';
import { confirmation } from '../../core/session/questions/question.js';
import { BRIEFING } from '../../core/session/resuming/messages.js';
import type { SessionState } from '../../core/session/state.js';
import { briefing } from '../../core/sessions/briefing.js';
import type { Questions } from '../questions.js';
import type { Store } from '../store.js';

/** What offering it needs. */
export type BriefingParts = {
	readonly ports: Pick<Ports, 'ids' | 'clock'>;
	readonly getState: () => SessionState;
	readonly dispatch: Store['dispatch'];
	readonly questions: Questions;
	/** The session is left: the question is about nothing any more. */
	readonly signal: AbortSignal;
};

/**
 * Asks the user whether the agent, which has a new session, is told what the transcript above is about, and shows what
 * it would be told. Settles with the answer; without a transcript nothing is asked.
 */
export async function offerBriefing({ ports, getState, dispatch, questions, signal }: BriefingParts): Promise<void> {
	const { ids, clock } = ports;
	const state = getState();
	const text = briefing(state);
	if (text === '') return;
	const fields = [{ name: BRIEFING.field, value: text }];
	const toolInput = { fields, omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts: [] };
	const request = {
		source: 'permission',
		kind: 'other',
		title: BRIEFING.title,
		paths: [],
		diffs: [],
		toolInput,
	} as const;
	const { because, yes, no } = BRIEFING;
	const question = confirmation({ id: ids.next('question'), request, because, askedAt: clock.now() }, { yes, no });
	const outcome = await questions.put(question, signal);
	const isYes = outcome.type === 'selected' && outcome.optionId === 'allow';
	if (isYes && getState().sessionId === state.sessionId) dispatch({ type: 'briefing-given', text });
}
