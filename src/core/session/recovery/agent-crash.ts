import type { Resuming } from '../../resuming/resuming.js';
import { settleStreaming } from '../entries/append.js';
import type { Entry } from '../entries/entry.js';
import { findLastEntry } from '../entries/entry-list.js';
import { settleCalls } from '../entries/reduce-tools.js';
import { CRASHES_WITHIN, RESTART_PAUSES, type Recovery } from '../recovery-state.js';
import { holdRetrying, isRetrying } from '../retry/failed-prompt.js';
import type { SessionState, Turn } from '../state.js';
import { only, type Step, withEffects } from '../step.js';

const NONE: Recovery = { crashes: [], session: null };

export function sessionToResume(state: SessionState): Resuming | null {
	const { resuming, recovery } = state;
	const session = resuming ?? recovery?.session ?? (isWorthResuming(state) ? resumingOf(state) : null);
	// The session is tried again with every strategy.
	return session === null ? null : { ...session, failed: [], deaths: 0 };
}

function rememberSession(state: SessionState): SessionState {
	const session = sessionToResume(state);
	const { recovery } = state;
	if (session === null && recovery === undefined) return state;
	return { ...state, recovery: { ...withoutStart(recovery ?? NONE), session } };
}

export function crashesAlone({ recovery }: SessionState): Pick<SessionState, 'recovery'> {
	return { recovery: recovery === undefined || recovery.crashes.length === 0 ? undefined : withCrashes(recovery) };
}

function withCrashes({ crashes }: Recovery): Recovery {
	return { crashes, session: null };
}

function withoutStart({ wait: _w, isAsked: _a, isReturning: _r, ...rest }: Recovery): Recovery {
	return rest;
}

export function countCrash(state: SessionState, at: number): SessionState {
	const recovery = state.recovery ?? NONE;
	// A clock that was put back must not make them count for ever.
	const crashes = recovery.crashes.filter((time) => time <= at && at - time < CRASHES_WITHIN);
	return { ...state, recovery: { ...recovery, crashes: [...crashes, at] } };
}

export function isStartedAgain({ recovery }: SessionState): boolean {
	const count = recovery?.crashes.length ?? 0;
	return count > 0 && count <= RESTART_PAUSES.length;
}

/** Whether the queue may be sent to an agent that comes back automatically: nothing of its work was lost. */
export function mayGoOn(state: SessionState): boolean {
	const { turn } = state;
	if (turn === null) return !state.isQueuePaused || isRetrying(state);
	return !state.isQueuePaused && (turn.isInterrupted === true || isUnseen(turn));
}

/** Whether no part of the answer was seen and the user still wants it. */
function isUnseen({ hasAnswer, cancelledAt }: Turn): boolean {
	return hasAnswer !== true && cancelledAt === undefined;
}

export function recover(state: SessionState, isGoingOn: boolean, at: number): Step {
	const recovery = state.recovery ?? NONE;
	const pause = RESTART_PAUSES[recovery.crashes.length - 1];
	if (!isStartedAgain(state) || pause === undefined)
		return only({ ...state, recovery: { ...recovery, isAsked: true } });
	const wait = { id: `restart-${state.nextEntry}-${recovery.crashes.length}-${at}`, until: at + pause };
	const isQueuePaused = state.queue.length > 0 && !isGoingOn;
	return withEffects(
		{ ...state, isQueuePaused, recovery: { ...recovery, wait } },
		{ type: 'wait-restart', restartId: wait.id, until: wait.until },
	);
}

export function settleReturn(state: SessionState): SessionState {
	const { recovery } = state;
	return recovery === undefined ? state : { ...state, recovery: { ...withoutStart(recovery), session: null } };
}

const OF_AGENT: ReadonlySet<Entry['kind']> = new Set<Entry['kind']>(['message', 'thought', 'tool', 'block']);

function hasHistory({ entries }: SessionState): boolean {
	return findLastEntry(entries, ({ kind }) => OF_AGENT.has(kind)) >= 0;
}

/** A session in which nothing was ever answered is as good as a new one. */
function isWorthResuming(state: SessionState): boolean {
	const { resumed, earlier } = state;
	return resumed === 'resume' || resumed === 'load' || hasHistory(state) || (earlier?.prompts ?? 0) > 0;
}

/** Ends open calls and questions after the agent's exit, and holds the queue. */
export function leaveAgent(state: SessionState, at: number): SessionState {
	const settled = settleCalls(settleStreaming(holdRetrying(rememberSession(state)), at), 0, at);
	return { ...settled, sessionId: null, isQueuePaused: settled.queue.length > 0 };
}

/** Way to open this session in a new process: `resuming` of the state before the start. Null without one. */
function resumingOf({ sessionId, title, mode, configOptions, entries }: SessionState): Resuming | null {
	if (sessionId === null) return null;
	return {
		sessionId,
		title,
		settings: {
			mode: mode.mode,
			agentMode: mode.agentChosen ?? null,
			options: Object.fromEntries(configOptions.map(({ id, value }) => [id, value])),
		},
		isFork: false,
		hasTranscript: entries.size > 0,
		failed: [],
		deaths: 0,
	};
}
