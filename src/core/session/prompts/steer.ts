import type { RestoredFile } from '../../changes.js';
import { defined } from '../../defined.js';
import type { Prompt } from '../../prompt-schema.js';
import type { Steering } from '../../steering.js';
import type { SteeringEvent } from '../../steering-event.js';
import { note } from '../entries/append.js';
import { entryAt, findLastEntry } from '../entries/entry-list.js';
import { showInjected } from '../entries/injected.js';
import { setShare } from '../entries/user-commands.js';
import { askToSignIn } from '../sign-in/settle-sign-in.js';
import type { SessionState } from '../state.js';
import { canSteer, isBeingSteered, steeringOf, withoutSteering } from '../steering/steering-of.js';
import { andThen, only, type Reducers, type Step, withEffects } from '../step.js';
import { isCommandPrompt } from './command-prompt.js';
import { reducePrompt, sentAlong, startNext } from './submit-prompt.js';

const notTaken = (why: string): string =>
	why === '' ? 'Your words did not go into the running turn.' : `Your words did not go into the running turn: ${why}`;

const LACKING = 'This agent takes no words into a running turn after all.';
const GOES_NEXT = 'They go as the next prompt.';
const UNCERTAIN = 'The agent did not say whether it took your words into the running turn.';
const UNCERTAIN_HINT = 'They are on hold in the queue: /queue sends, changes or drops them';
const STARTED_TURN = 'The agent began a turn of its own for your words: its end is not reported.';

export const onSteering: Reducers<SteeringEvent> = {
	steer: (state, { prompt, isQueued }, at) => reduceSteer(state, prompt, at, isQueued),
	'steering-answered': (state, event, at) => reduceAnswer(state, event, at),
};

/** Hands a prompt to the running turn. It stays first in the queue until it is answered: never lost, sent once. */
function reduceSteer(state: SessionState, prompt: Prompt, at: number, isQueued?: true): Step {
	if (isBeingSteered(state, prompt.id)) return only(state);
	const queue = state.queue.filter(({ id }) => id !== prompt.id);
	const free = withoutSteering({ ...state, queue }, prompt.id);
	// Agents know a command at the start of a prompt alone.
	const isCommand = isCommandPrompt(prompt, state.commands);
	if (!canSteer(state) || isCommand) return reducePrompt(free, prompt, !isCommand, at);
	// Words that were meant for the turn before go first, whatever became of them.
	const place = queue.findLastIndex(({ id }) => steeringOf(free, id) !== undefined) + 1;
	const { turn } = state;
	const whose = { promptId: prompt.id, turnId: turn?.id ?? '', ...defined({ isQueued }) };
	const known: Steering = { ...whose, status: 'waiting', ...NOTHING_ALONG };
	const next = { ...free, queue: [...queue.slice(0, place), prompt, ...queue.slice(place)] };
	const isWaiting = turn?.isPromptWaiting === true;
	return isWaiting ? only(withKnown(next, known)) : handOver(next, known, prompt);
}

const NOTHING_ALONG = { sentCommands: [], sentRestored: [], sentAlong: '' };

function withKnown(state: SessionState, known: Steering): SessionState {
	return { ...state, steering: [...(withoutSteering(state, known.promptId).steering ?? []), known] };
}

function handOver(state: SessionState, waiting: Steering, prompt: Prompt): Step {
	// Standing instructions and a briefing begin a conversation: they wait for a prompt.
	const due = { ...state, areInstructionsDue: false, briefing: undefined, instructedMode: state.mode.own?.name };
	const { commandIds, restored, commands, words } = sentAlong(due, prompt);
	const shared = setShare(state, commandIds, 'sent');
	const sent = { sentCommands: commandIds, sentRestored: restored ?? [], sentAlong: words };
	const known: Steering = { ...waiting, status: 'sent', ...sent };
	const next = withKnown(restored === undefined ? shared : withUnreported(shared, []), known);
	const along = defined({ restored, commands });
	return withEffects(next, { type: 'steer', sessionId: state.sessionId ?? '', prompt, ...along });
}

function withUnreported(state: SessionState, unreported: readonly RestoredFile[]): SessionState {
	return { ...state, changes: { ...state.changes, unreported } };
}

/** Additions that did not arrive go with the next prompt. */
function takeBackAlong(state: SessionState, { sentCommands, sentRestored }: Steering): SessionState {
	const offered = setShare(state, sentCommands, 'offered');
	return sentRestored.length === 0
		? offered
		: withUnreported(offered, [...sentRestored, ...offered.changes.unreported]);
}

export function sendWaitingSteerings(state: SessionState): Step {
	let step = only(state);
	for (const known of state.steering ?? []) {
		const prompt = state.queue.find(({ id }) => id === known.promptId);
		if (known.status !== 'waiting' || prompt === undefined) continue;
		step = andThen(step, (next) => handOver(next, known, prompt));
	}
	return step;
}

type Answered = Extract<SteeringEvent, { readonly type: 'steering-answered' }>;

function reduceAnswer(state: SessionState, { promptId, answer, failure, isLacking }: Answered, at: number): Step {
	const known = steeringOf(state, promptId);
	const prompt = state.queue.find(({ id }) => id === promptId);
	// The prompt was sent in another way, or dropped, meanwhile.
	if (known === undefined || prompt === undefined) return only(state);
	switch (answer) {
		case 'injected':
			return startNext(
				wasCutShort(state, known) ? withRefused(state, known) : showInjected(state, known, prompt, at),
				at,
			);
		case 'startedNewTurn': {
			const shown = note(showInjected(state, known, prompt, at), at, 'info', STARTED_TURN);
			// The agent would get a second prompt while the first runs.
			return only({ ...shown, isQueuePaused: shown.turn === null && shown.queue.length > 0 });
		}
		case 'promptRequired':
			return startNext(withRefused(state, known), at);
		case 'refused': {
			const { agent } = state;
			const taught = isLacking === true && agent !== null ? { ...state, agent: { ...agent, steering: false } } : state;
			const why = isLacking === true ? LACKING : notTaken(failure?.message ?? '');
			const detail = defined({ detail: failure?.detail });
			const withNote = note(withRefused(taught, known), at, 'warning', why, { ...detail, hint: GOES_NEXT });
			const asked = failure?.code === 'auth-required' ? askToSignIn(withNote, failure) : withNote;
			return startNext(asked, at);
		}
		case 'denied': {
			const back = withoutSteering(takeBackAlong(state, known), promptId);
			const queue = known.isQueued === true ? back.queue : back.queue.filter(({ id }) => id !== promptId);
			const why = failure?.message ?? notTaken('');
			return startNext(note({ ...back, queue }, at, 'warning', why), at);
		}
		case 'unclear':
		case 'unanswered':
			return only(known.status === 'sent' ? holdUncertain(takeBackAlong(state, known), promptId, at) : state);
	}
}

/** The agent ended the turn by itself, as at a rejection, before it confirmed the words: it may not have read them. */
function wasCutShort({ turn, entries }: SessionState, { turnId }: Steering): boolean {
	if (turn?.id === turnId) return false;
	const at = findLastEntry(entries, ({ kind }) => kind === 'turn-end');
	const end = entryAt(entries, at);
	return end?.kind === 'turn-end' && end.endedBy !== undefined;
}

/** Makes refused words the next prompt, with their additions. */
function withRefused(state: SessionState, known: Steering): SessionState {
	return withKnown(takeBackAlong(state, known), { ...known, ...NOTHING_ALONG, status: 'refused' });
}

/** Uncertain whether the turn got the words: they are held. */
function holdUncertain(state: SessionState, promptId: string, at: number): SessionState {
	const steering = (state.steering ?? []).map((each) =>
		each.promptId === promptId ? { ...each, sentCommands: [], sentRestored: [], status: 'uncertain' as const } : each,
	);
	const withNote = note({ ...state, steering }, at, 'warning', UNCERTAIN, { hint: UNCERTAIN_HINT });
	return { ...withNote, isQueuePaused: withNote.isQueuePaused || withNote.turn === null };
}

/** Ends steering whose prompt, session or agent is gone; words for a turn that is over are an ordinary prompt. */
export function settleSteerings(before: SessionState, step: Step): Step {
	const { state } = step;
	const { steering, queue, sessionId, connection, turn } = state;
	if (steering === undefined) return step;
	const isSame = sessionId !== null && sessionId === before.sessionId && connection.phase === 'ready';
	const gone = steering.filter(
		({ promptId, turnId, status }) =>
			!isSame || !queue.some(({ id }) => id === promptId) || (status === 'waiting' && turn?.id !== turnId),
	);
	const settled = gone.reduce((next, known) => withoutSteering(takeBackAlong(next, known), known.promptId), state);
	return gone.length === 0 ? step : { ...step, state: settled };
}
