import { NOTIFICATION } from '../../agent-info.js';
import type { ErrorClass } from '../../error-class.js';
import type { AppEvent } from '../../event.js';
import type { Failure } from '../../failure.js';
import type { RetryEvent } from '../../retry-event.js';
import { signInLine } from '../../sign-in/credentials.js';
import { isAwaitingSignIn } from '../../sign-in/sign-in-state.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { note } from '../entries/append.js';
import { findLastEntry, lastMessage } from '../entries/entry-list.js';
import { startTurn } from '../prompts/submit-prompt.js';
import { showAnew } from '../sign-in/settle-sign-in.js';
import type { FailedPrompt, SessionState, Turn } from '../state.js';
import { andThen, only, type Reducers, type Step, withEffects } from '../step.js';
import { forgetFailed, holdFailed, isRetrying } from './failed-prompt.js';

const ANSWERS: ReadonlySet<AppEvent['type']> = new Set<AppEvent['type']>([
	...(['block', 'tool', 'plan', 'compaction', 'compaction-chunk', 'unknown'] as const),
	...(['terminal-started', 'terminal-output', 'terminal-exited'] as const),
	...(['decided', 'question-asked', 'unasked'] as const),
]);

/** Whether the agent answers with this event: after it, the same prompt is never repeated automatically. */
export function isAnswer(event: AppEvent): boolean {
	// An unknown notification that is no session update is no answer to the prompt.
	if (event.type === 'unknown' && event.label.startsWith(NOTIFICATION)) return false;
	return event.type === 'text' ? event.role !== 'user' && event.text !== '' : ANSWERS.has(event.type);
}

export function noteAnswer(state: SessionState, event: AppEvent): SessionState {
	const { turn } = state;
	if (turn === null || turn.isPromptWaiting === true || !isAnswer(event)) return state;
	if (turn.hasAnswer === true && turn.unanswered === undefined) return state;
	const { unanswered: _, ...rest } = turn;
	return { ...state, turn: { ...rest, hasAnswer: true } satisfies Turn };
}

const SENT_AT_RESET = 'The usage limit has reset: your prompt is sent again.';
const HELD_AT_RESET = 'The usage limit has reset. Your prompt could not be sent: it is on hold.';
const HELD_HINT = 'enter on an empty draft sends it';
const ANSWERED_LATE = 'The agent went on after its error: your prompt is not sent again by itself.';

/** After the end of a limit (ms): clocks differ. */
const AFTER_RESET = 5000;

export const onRetry: Reducers<RetryEvent> = {
	'retry-due': (state, { retryId }, at) => {
		const { failed } = state;
		if (failed?.wait === undefined || failed.wait.id !== retryId) return only(state);
		return failed.wait.kind === 'service' ? sendAgain(state, failed, at) : sendAtReset(state, failed, at);
	},
	'retry-now': (state, _, at) => (state.failed === undefined ? only(state) : withStop(state, sendAgain, at)),
	'retry-stop': (state) => stopWaiting(state),
	'retry-at-reset': (state) => waitForReset(state),
	'retry-leave': (state, _, at) => withStop(state, (next) => only(forgetFailed(next)), at),
	'retry-hold': (state, _, at) => withStop(state, (next) => only(holdFailed(next)), at),
};

/** The agent goes on although it had failed: it may be at work on that very prompt, so it is not repeated. */
export function heldByAnswer(before: SessionState, event: AppEvent, step: Step, at: number): Step {
	if (before.turn !== null || !isRetrying(before) || !isRetrying(step.state)) return step;
	// Commands of earlier turns may end at any time: that is no answer.
	if (!isAnswer(event) || event.type.startsWith('terminal-')) return step;
	return andThen(step, (next) => stopWaiting(note(next, at, 'warning', ANSWERED_LATE, { hint: HELD_HINT })));
}

/** Stops a wait: a prompt to be repeated is held, one for a limit is not sent. */
function stopWaiting(state: SessionState): Step {
	const { failed } = state;
	if (failed?.wait === undefined) return only(state);
	if (failed.wait.kind === 'service') return withEffects(holdFailed(state), { type: 'stop-retry' });
	const { wait: _wait, ...rest } = failed;
	return withEffects({ ...state, failed: rest }, { type: 'stop-retry' });
}

function withStop(
	state: SessionState,
	next: (state: SessionState, failed: FailedPrompt, at: number) => Step,
	at: number,
): Step {
	const { failed } = state;
	if (failed === undefined) return only(state);
	const step = next(state, failed, at);
	return failed.wait === undefined ? step : { ...step, effects: [{ type: 'stop-retry' }, ...step.effects] };
}

function sendAgain(state: SessionState, { prompt, sent, wait }: FailedPrompt, at: number): Step {
	if (!isIdle(state)) return only(holdFailed(state));
	// The prompt and its failure stand right above: it is not shown a second time.
	const isShown = wait?.kind === 'service';
	return startTurn(forgetFailed(state), isShown ? { ...prompt, isShown: true } : showAnew(prompt), at, sent);
}

function sendAtReset(state: SessionState, failed: FailedPrompt, at: number): Step {
	if (isIdle(state)) return sendAgain(note(state, at, 'info', SENT_AT_RESET), failed, at);
	// While another turn runs, the prompt is next unless the user holds the queue.
	const isNext = state.turn !== null && state.connection.phase === 'ready';
	const held = holdFailed(state);
	return only(isNext ? held : note(held, at, 'warning', HELD_AT_RESET, { hint: HELD_HINT }));
}

function isIdle(state: SessionState): boolean {
	return state.turn === null && state.connection.phase === 'ready' && !isAwaitingSignIn(state);
}

function waitForReset(state: SessionState): Step {
	const { failed } = state;
	const resetsAt = failed?.failure.resetsAt;
	if (failed === undefined || resetsAt === undefined) return only(state);
	const wait = {
		id: `retry-${state.nextEntry}-reset`,
		until: resetsAt + AFTER_RESET,
		kind: 'reset' as const,
		limit: 0,
	};
	return withEffects(
		{ ...state, failed: { ...failed, wait } },
		{ type: 'wait-retry', retryId: wait.id, until: wait.until },
	);
}

/** An error is no longer than this; longer text is an answer. */
const MOST_TEXT = 400;

/** Beginnings of messages that agents write instead of an answer when their service stopped them. */
const BEGINNINGS: readonly (readonly [ErrorClass, RegExp])[] = [
	[
		'usageLimit',
		/^(?:(?:\w{1,20} ){0,2}usage limit reached|you(?:['’]ve| have) (?:hit|reached) your [\w .-]{0,40}limit|(?:5-hour|daily|weekly|opus|sonnet|session|usage) limit reached|you(?:['’]re| are) out of extra usage|your usage limit has been reached)\b/i,
	],
	[
		'rateLimited',
		/^(?:we(?:['’]re| are) currently experiencing high demand|(?:api error:? \(?|exceeded retry limit, last status: |unexpected status )(?:429|5\d\d)\b)/i,
	],
	['connection', /^stream disconnected before completion\b/i],
	[
		'signIn',
		/^(?:info: [^\n]{1,100}?\bretrying\.\.\.\s*){0,5}(?:error: authentication failed\b(?! for\b)|(?:api error:? \(?|exceeded retry limit, last status: |unexpected status )401\b|(?:invalid api key|not (?:logged|signed) in|oauth token (?:has )?(?:expired|been revoked))\b[^\n\w]{0,5}please (?:run \S{0,20} ?\/?login|(?:log|sign) ?in)\b)/i,
	],
];

/** Failure that an answer states in words; a sign-in is asked for only where the agent offers one. */
export function errorInAnswer(state: SessionState, turnId: string): Failure | null {
	const { turn, agent, profile } = state;
	const text = turn?.id === turnId ? lastMessage(state, turn.firstEntry).trim() : '';
	if (text === '' || text.length > MOST_TEXT) return null;
	const errorClass = BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0];
	if (errorClass === undefined) return null;
	if (errorClass !== 'signIn') return { code: 'agent-error', message: sanitizeLine(text), errorClass };
	// Behind calls it may be about what these found, and the prompt is not sent a second time by itself.
	const hasCalls = turn !== null && findLastEntry(state.entries, ({ kind }) => kind === 'tool') >= turn.firstEntry;
	if (hasCalls || agent === null || agent.authMethods.length === 0) return null;
	const message = `${sanitizeLine(agent.title)} needs you to sign in.`;
	return { code: 'auth-required', message, hint: signInLine(profile.launch), authMethods: agent.authMethods };
}
