import { isNotAsking } from '../../core/session/questions/asking.js';
import type { SessionState } from '../../core/session/state.js';

/** What holds the agent, in words behind the mode; empty where it holds to the mode because it asks, as far as is known. */
export function heldWords(session: SessionState): readonly string[] {
	const { agent, enforcement } = session.sandbox;
	const isPlan = session.mode.mode === 'plan';
	if (isPlan && enforcement === 'enforced') return ['enforced'];
	if (isPlan && enforcement === 'pending') return [];
	// Whether its sandbox stands, and what the agent is, is not known before its session is there.
	if (isComing(session) && (agent === 'fence' || agent === 'shadow')) return [];
	// Nobody looks at what it does.
	if (agent === 'off') return ['sandbox off'];
	const watched = isOnlyWatched(session) ? ['watched'] : [];
	// What an agent did that does not run any more was held, or was not.
	if (isPlan || session.connection.phase !== 'ready' || agent === 'watch') return watched;
	// Nothing that it changes is in the workspace before it is applied, whether it asks or not.
	return agent === 'shadow' ? [agent] : [agent, ...watched];
}

function isComing({ connection: { phase } }: SessionState): boolean {
	return phase === 'starting' || phase === 'opening';
}

/** Whether it is worth a key why the agent is not held to the mode. */
export function isLoose(session: SessionState): boolean {
	return heldWords(session).some((words) => words === 'watched' || words === 'sandbox off');
}

/** Nothing holds the agent to the mode: it cannot be made to ask, has changed files in plan mode, or a sandbox failed. */
function isOnlyWatched(session: SessionState): boolean {
	if (isNotAsking(session)) return true;
	return session.mode.mode === 'plan' && (session.changes.hasActedAlone || session.sandbox.enforcement === 'watched');
}
