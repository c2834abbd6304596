import { defined } from '../../defined.js';
import { addKinds } from '../../usage/call-counts.js';
import { noSessionUsage } from '../../usage/session-usage.js';
import { totalsOf } from '../../usage/totals.js';
import type { PastUsage, UsageEvent, UsageReport } from '../../usage/usage-report.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, type Step, withEffects } from '../step.js';
import { usageNow } from './follow-usage.js';

export const onUsage: Reducers<UsageEvent> = {
	'show-usage': (state) => withEffects(state, { type: 'read-usage' }),
	'usage-read': (state, event, at) => reduceUsageRead(state, event.past, at),
};

function reduceUsageRead(state: SessionState, past: PastUsage | null, at: number): Step {
	return only(note(state, at, 'info', 'Usage', { usage: reportOf(state, past, at) }));
}

function reportOf(state: SessionState, past: PastUsage | null, at: number): UsageReport {
	const known = state.usageSoFar ?? noSessionUsage;
	const { turn, session, running } = usageNow(state, at);
	const turns = known.turns.filter(({ isAside }) => isAside !== true);
	const last = turns.at(-1);
	const begun = turns.findLast(({ firstUpdateMs }) => firstUpdateMs !== undefined);
	const { usage } = state;
	return {
		turn: turn ?? (last === undefined ? null : totalsOf(last)),
		isTurnRunning: turn !== null,
		session,
		past,
		context: usage === null ? null : { used: usage.used, size: usage.size },
		toolCalls: addKinds(known.toolCalls, running),
		errors: known.errors,
		...defined({
			handshakeMs: known.handshakeMs,
			openMs: known.openMs,
			firstUpdateMs: begun?.firstUpdateMs,
			firstTextMs: begun?.firstTextMs,
		}),
	};
}
