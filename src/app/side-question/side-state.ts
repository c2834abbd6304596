import type { Failure } from '../../core/failure.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { type EntryList, eachEntry, emptyEntries, entriesOf } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { usageNow } from '../../core/session/usage/follow-usage.js';
import type { SideQuestion, SideQuestionPhase } from '../../core/side-question/side-question.js';
import { isAwaitingSignIn } from '../../core/sign-in/sign-in-state.js';
import { SIDE_QUESTION } from './side-question-messages.js';

export type AskedQuestion = {
	readonly id: string;
	readonly firstPrompt: string;
	readonly lastPrompt: string;
	readonly question: string;
	readonly askedAt: number;
	readonly hasBriefing: boolean;
	readonly isClosed: boolean;
	readonly givenUp: Failure | null;
};

export function sideQuestionOf(
	state: SessionState,
	asked: AskedQuestion,
	before: SideQuestion | null,
	at: number,
): SideQuestion {
	const { id, question, askedAt, isClosed, firstPrompt, hasBriefing, givenUp } = asked;
	const entries = entriesSince(state.entries, firstPrompt, before);
	const { phase, failure } = givenUp === null ? standing(state, asked) : { phase: 'failed' as const, failure: givenUp };
	const { session: usage } = usageNow(state, at);
	return {
		id,
		sessionId: state.sessionId,
		phase,
		question,
		askedAt,
		entries,
		knows:
			state.sessionId === null
				? null
				: state.resumed === 'resume'
					? 'conversation'
					: hasBriefing
						? 'briefing'
						: 'nothing',
		isClosed,
		usage,
		...(failure === undefined ? {} : { failure }),
	};
}

/** Skips history that an agent replays into a fork. */
function entriesSince(all: EntryList, promptId: string, before: SideQuestion | null): EntryList {
	const entries = [...eachEntry(all)];
	const first = entries.findIndex((entry) => entry.kind === 'user' && entry.promptId === promptId);
	if (first < 0) return emptyEntries;
	const shown = entries.slice(first).filter(isShown);
	const known = before === null ? [] : [...eachEntry(before.entries)];
	const isSame = known.length === shown.length && known.every((entry, index) => entry === shown[index]);
	return isSame && before !== null ? before.entries : entriesOf(shown);
}

function isShown(entry: Entry): boolean {
	switch (entry.kind) {
		case 'user':
		case 'message':
		case 'block':
		case 'tool':
			return true;
		case 'note':
			// An agent's notices at the start were shown in the conversation.
			return entry.level === 'error' || (entry.level === 'warning' && entry.from !== 'agent');
		default:
			return false;
	}
}

type Standing = { readonly phase: SideQuestionPhase; readonly failure?: Failure };

function standing(state: SessionState, { lastPrompt, isClosed }: AskedQuestion): Standing {
	const { connection, turn, agent, profile, signIn } = state;
	const name = agent?.title ?? profile.launch.name;
	switch (connection.phase) {
		case 'failed':
			return { phase: 'failed', failure: withHint(connection.failure) };
		case 'signed-out':
			return { phase: 'failed', failure: { ...connection.failure, hint: SIDE_QUESTION.signInHint } };
		case 'exited':
			return {
				phase: 'failed',
				failure: { code: 'agent-exit', message: `${name} has ended; the side question is over.` },
			};
		case 'starting':
		case 'opening':
			return { phase: isClosed ? 'stopped' : 'starting' };
		case 'closed':
		case 'ready':
			break;
	}
	if (turn !== null) return { phase: turn.cancelledAt === undefined && !isClosed ? 'answering' : 'stopped' };
	if (isAwaitingSignIn(state) && signIn?.refusal != null)
		return { phase: 'failed', failure: { ...signIn.refusal, hint: SIDE_QUESTION.signInHint } };
	const end = endOf(state.entries, lastPrompt);
	if (end === null) return { phase: isClosed ? 'stopped' : 'starting' };
	if (end.failure !== undefined) return { phase: 'failed', failure: withHint(end.failure) };
	switch (end.reason) {
		case 'end_turn':
			return { phase: 'done' };
		case 'cancelled':
			return { phase: 'stopped' };
		case 'refusal':
			return failed(`${name}: the agent refused to answer.`);
		case 'max_tokens':
		case 'max_turn_requests':
			return failed(`${name}: the answer was cut off at a limit of the agent.`);
		default:
			return failed(`${name}: the agent ended the turn for a reason of its own.`);
	}
}

function failed(message: string): Standing {
	return { phase: 'failed', failure: { code: 'agent-error', message } };
}

function withHint(failure: Failure): Failure {
	return {
		...failure,
		hint: failure.hint ?? 'ask again when the agent is idle; /fork goes on in a copy of the conversation',
	};
}

/** Null: the turn has not ended. */
function endOf(all: EntryList, promptId: string): Extract<Entry, { kind: 'turn-end' }> | null {
	let end: Extract<Entry, { kind: 'turn-end' }> | null = null;
	for (const entry of eachEntry(all)) {
		if (entry.kind === 'user' && entry.promptId === promptId) end = null;
		if (entry.kind === 'turn-end') end = entry;
	}
	const isSent = [...eachEntry(all)].some((entry) => entry.kind === 'user' && entry.promptId === promptId);
	return isSent ? end : null;
}
