import type { LifecycleEvent } from '../../lifecycle-event.js';
import { findLastEntry } from '../entries/entry-list.js';
import type { SessionState } from '../state.js';

type Opened = Extract<LifecycleEvent, { type: 'session-opened' }>;

export function memoryOf(
	state: SessionState,
	{ sessionId, resumed, unreached }: Pick<Opened, 'sessionId' | 'resumed' | 'unreached'>,
): Pick<SessionState, 'unreached' | 'missing'> {
	if (resumed === undefined) return {};
	if (resumed === 'new') {
		const known = unreached == null ? undefined : { sessionId: unreached, since: state.nextEntry };
		return { unreached: known, missing: { since: 0 } };
	}
	const { unreached: before, missing } = state;
	if (before === undefined) return {};
	if (before.sessionId !== sessionId) return unreached === null ? { unreached: undefined, missing } : {};
	const isWhole = findLastEntry(state.entries, ({ id, kind }) => kind === 'user' && numberOf(id) >= before.since) < 0;
	return { unreached: undefined, missing: isWhole ? undefined : { since: before.since } };
}

export function withBriefing(state: SessionState, text: string): SessionState {
	const { missing } = state;
	return { ...state, briefing: text, missing: missing === undefined ? undefined : { ...missing, isBriefed: true } };
}

/** Number in an entry id: the order in which entries were made. */
export function numberOf(entryId: string): number {
	return Number(entryId.replace(/^\D+/, ''));
}

export const ALREADY_RESUMING = 'A session is being resumed already.';

export const NOT_IN_MEMORY =
	'The session was resumed, but part of the conversation took place in another one: the agent does not remember that part.';
export const NOT_IN_MEMORY_HINT = '--briefing sends a summary of it along.';

export const BRIEFING = {
	title: 'Hand the agent a briefing on the conversation above?',
	because: 'its new session knows nothing of it',
	titleOfPart: 'Hand the agent a briefing on what was said in the other session?',
	becauseOfPart: 'this session knows nothing of it',
	yes: 'Yes, send it with my next prompt',
	no: 'No, go on without it',
	field: 'briefing',
} as const;
