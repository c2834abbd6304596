import type { AgentProfile } from '../../agents/profile.js';
import { defined } from '../../defined.js';
import type { Failure } from '../../failure.js';
import { mayPass } from '../../failure-class.js';
import type { ResumeEvent, SessionsEvent } from '../../resuming/resume-event.js';
import { freshSession, reduceSwitchAgent, startAnew } from '../connection.js';
import { note, noted } from '../entries/append.js';
import { leaveSession } from '../entries/earlier-work.js';
import { entryAt, pushEntry } from '../entries/entry-list.js';
import { runningEntries } from '../entries/user-commands.js';
import { ownModeSet } from '../modes/own-mode.js';
import { leaveSettings } from '../prompts/turn-settings.js';
import { withdrawQuestions } from '../questions/answers.js';
import { withoutSessionRules } from '../questions/remember-answer.js';
import { forgetFailed, pauseBefore, withoutTimer } from '../retry/failed-prompt.js';
import { RESTARTED } from '../session-messages.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Reducers, type Step, withEffects } from '../step.js';
import { reduceFailed } from './agent-end.js';
import { ALREADY_RESUMING } from './missing-memory.js';
import { canOpenAgain, openAgain, openNow, openWith } from './open-again.js';
import type { RestoredSession } from './restored-session.js';
import { withFailedStrategy, withNewer, withResuming } from './resuming-state.js';

type OpenFailed = Extract<ResumeEvent, { type: 'open-failed' }>;

const onReopen: Pick<Reducers<ResumeEvent>, 'open-failed' | 'open-due' | 'open-again' | 'open-stop' | 'open-new'> = {
	'open-failed': reduceOpenFailed,
	'open-due': (state, { openId }) => (state.reopening?.wait?.id === openId ? openNow(state) : only(state)),
	'open-again': (state, _, at) => openAgain(state, at),
	'open-stop': (state, _, at) => stopOpening(state, at),
	'open-new': (state, { fallback }, at) =>
		canOpenAgain(state) ? openWith(state, { isGivenUp: true, fallback }, at) : only(state),
};

function reduceOpenFailed(state: SessionState, { strategy, failure, retry }: OpenFailed, at: number): Step {
	if (state.connection.phase !== 'opening') return only(state);
	const tried = (state.reopening?.tried ?? 0) + 1;
	const reopening = { strategy, failure, tried };
	const isPassing = mayPass(failure) && tried <= retry.limit;
	const pause = isPassing ? pauseBefore(tried, failure, retry, retry.chance) : null;
	if (pause !== null) {
		const wait = { id: `open-${state.nextEntry}-${tried}-${at}`, until: at + pause, limit: retry.limit };
		const waiting: SessionState = { ...state, reopening: { ...reopening, wait } };
		return withEffects(waiting, { type: 'wait-open', openId: wait.id, until: wait.until });
	}
	if (state.resuming === undefined || strategy === 'new')
		return only({ ...state, reopening: { ...reopening, isOver: true } });
	return withEffects({ ...withFailedStrategy(state, { strategy, failure }), reopening }, { type: 'open-session' });
}

function stopOpening(state: SessionState, at: number): Step {
	const { reopening } = state;
	if (reopening?.wait === undefined) return only(state);
	const { wait: _, ...rest } = reopening;
	return reduceFailed({ ...state, reopening: { ...rest, isOver: true } }, reopening.failure, at);
}

type Begun = Extract<ResumeEvent, { type: 'resume-begun' }>;

export const onResume: Reducers<ResumeEvent> = {
	...onReopen,
	'resume-session': (state, { target, isFork = false, fallback }, at) =>
		state.isRestoring === true
			? noted(state, at, 'info', ALREADY_RESUMING)
			: withEffects(
					{ ...state, isRestoring: true },
					{ type: 'restore-session', target, isFork, ...defined({ fallback }) },
				),
	'stop-resuming': (state) =>
		state.resuming === undefined ? only(state) : withEffects(state, { type: 'stop-resuming' }),
	'resume-begun': reduceBegun,
	'resume-refused': (state, { failure }, at) => reduceRefused(state, failure, at),
	'resume-tried': (state, { strategy }, at) => only(withResuming(state, { strategy, since: at })),
	'resume-failed': (state, failed) => only(withFailedStrategy(state, failed)),
	'resume-newer': (state, { sessionId }) => only(withNewer(state, sessionId)),
};

function reduceBegun(before: SessionState, { resuming, profile }: Begun, at: number): Step {
	const { isRestoring: _, ...state } = before;
	const { phase } = state.connection;
	const isOpen = resuming.sessionId !== null && resuming.sessionId === state.sessionId && !resuming.isFork;
	if (isOpen) return noted(state, at, 'info', 'This session is open already.');
	const next: SessionState = { ...state, resuming };
	if (profile !== undefined) return startForResume(next, profile, at);
	if (phase === 'failed' || phase === 'exited') return startForResume(next, state.profile, at);
	// Rules of the session that was to come back are not for this one.
	return phase === 'starting' || phase === 'closed' ? only(withoutSessionRules(next)) : leaveForResume(next, at);
}

/** The open session goes on; an agent that waited for the decision begins a new one. */
function reduceRefused(before: SessionState, failure: Failure, at: number): Step {
	const { isRestoring: _, ...state } = before;
	const { hint, detail } = failure;
	const withNote = note(state, at, 'error', failure.message, { hint, detail });
	const isWaiting = state.connection.phase === 'opening' && state.sessionId === null;
	// Prompts that were typed meanwhile were meant for the other session: they wait for the user.
	const held: SessionState = { ...withNote, isQueuePaused: withNote.isQueuePaused || withNote.queue.length > 0 };
	return isWaiting ? withEffects(held, { type: 'open-session' }) : only(held);
}

/** Leaves the open session for an older one, whose transcript follows: the agent is asked for that as soon as possible. */
function leaveForResume(state: SessionState, at: number): Step {
	const { turn, sessionId } = state;
	const stop =
		turn === null || sessionId === null ? [] : [{ type: 'cancel-turn' as const, turnId: turn.id, sessionId }];
	return andThen(andThen(withdrawQuestions(state), leaveSettings), (next) => {
		const fresh: SessionState = {
			...freshSession(next),
			earlier: leaveSession(state, at),
			connection: { phase: 'opening', since: at },
		};
		// Prompts that were sent before there was any session are meant for this one.
		const { isQueuePaused } = sessionId === null ? state : fresh;
		return withEffects({ ...fresh, isQueuePaused }, ...stop, { type: 'open-session' });
	});
}

function startForResume(state: SessionState, profile: AgentProfile, at: number): Step {
	const earlier = leaveSession(state, at);
	const started =
		profile === state.profile
			? startAnew(state, { ended: RESTARTED, noted: null }, at)
			: reduceSwitchAgent(state, profile, at, null);
	const { queue, connection } = started.state;
	const isQueuePaused = state.sessionId === null ? state.isQueuePaused : queue.length > 0;
	return { ...started, state: { ...freshSession(started.state), queue, isQueuePaused, connection, earlier } };
}

export const onSessions: Reducers<SessionsEvent> = {
	'session-restored': (state, event) => reduceRestoredSession(state, event.restored),
	'record-opened': (state, event) => only({ ...state, record: event.record }),
};

/** Replaces the shown session by an older one. Agent, rules and what was typed stay; the caller ended the turn. */
function reduceRestoredSession(state: SessionState, { state: saved, settings, recordId }: RestoredSession): Step {
	return andThen(withdrawQuestions(state), (before) => {
		const { mode } = before;
		const waiting = withoutTimer(saved);
		const isModeUnchanged = settings.mode === 'bypassPermissions' && !mode.isBypassAllowed;
		return only({
			...forgetFailed(before),
			...waiting,
			...withRunning(before, saved),
			mode: isModeUnchanged ? mode : ownModeSet({ ...mode, mode: settings.mode }, settings.own),
			instructedMode: settings.instructed ?? settings.own?.name,
			// Ids of tool calls from before mean nothing to the agent now.
			firstOfAgent: saved.entries.size,
			awaitedParents: new Set(),
			turn: null,
			branchKind: undefined,
			isHandOverDue: undefined,
			outlived: 0,
			// Prompts typed meanwhile go first; those left waiting wait for the user.
			queue: [...before.queue, ...waiting.queue],
			isQueuePaused: waiting.queue.length > 0 && before.queue.length === 0,
			record: recordId === '' ? null : { id: recordId },
		});
	});
}

/** The user's running commands stay, below what was restored. */
function withRunning(
	state: SessionState,
	saved: RestoredSession['state'],
): Pick<SessionState, 'entries' | 'nextEntry'> {
	let { entries } = saved;
	let nextEntry = Math.max(state.nextEntry, saved.nextEntry);
	const running = runningEntries(state);
	for (let index = 0; index < running.size; index += 1) {
		const entry = entryAt(running, index);
		if (entry === undefined) continue;
		entries = pushEntry(entries, { ...entry, id: `e${nextEntry}` });
		nextEntry += 1;
	}
	return { entries, nextEntry };
}
