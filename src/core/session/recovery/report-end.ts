import type { Failure } from '../../failure.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';

/** The end of an idle agent that is started again: it is said in one sentence with what comes of it. */
export function withUnreportedEnd(state: SessionState, ended: Failure): SessionState {
	return { ...state, recovery: { ...(state.recovery ?? { crashes: [], session: null }), ended } };
}

export function withoutUnreportedEnd(state: SessionState): SessionState {
	if (state.recovery?.ended === undefined) return state;
	const { ended: _, ...recovery } = state.recovery;
	return { ...state, recovery };
}

/** The outcome of an end as words, behind the end itself where that was not reported yet. */
export function withItsEnd({ recovery }: SessionState, link: string, words: string): string {
	const { ended } = recovery ?? {};
	return ended === undefined ? words : `${ended.message.replace(/\.$/, '')}${link}${words}`;
}

type Outcome = { readonly words: string; readonly detail?: string | undefined; readonly hint?: string };

/** Adds a note on the agent's end, if none was added yet, with its outcome. */
export function reportEnd(state: SessionState, at: number, outcome?: Outcome): SessionState {
	const { ended } = state.recovery ?? {};
	if (ended === undefined) return state;
	const title = outcome === undefined ? ended.message : withItsEnd(state, ', and ', outcome.words);
	const detail = [ended.detail, outcome?.detail].filter(Boolean).join('\n');
	return note(withoutUnreportedEnd(state), at, outcome === undefined ? 'error' : 'warning', title, {
		hint: outcome?.hint ?? ended.hint,
		detail: detail || undefined,
		isTail: ended.detail === undefined ? undefined : true,
	});
}
