import { defined } from '../../defined.js';
import type { Effect } from '../../effect.js';
import type { Prompt } from '../../prompt-schema.js';
import { isAwaitingSignIn } from '../../sign-in/sign-in-state.js';
import { restoredSummary } from '../changes/restored-files.js';
import { append, promptEntry } from '../entries/append.js';
import { ranCommand } from '../entries/command-output.js';
import { offeredCommands, setShare } from '../entries/user-commands.js';
import { instructedModeOf, modeWords } from '../modes/own-mode.js';
import { isClientPlanReview } from '../question.js';
import { isWaitingToStart } from '../recovery-state.js';
import { canOpenAgain, openAgain } from '../resuming/open-again.js';
import { forgetFailed, holdRetrying, isRetrying } from '../retry/failed-prompt.js';
import type { SessionState } from '../state.js';
import { isBeingSteered, isUncertain } from '../steering/steering-of.js';
import { andThen, only, type Step, withEffects } from '../step.js';
import { isCommandPrompt } from './command-prompt.js';
import { insertAt } from './reduce-queue.js';
import { reduceCancel } from './stop-turn.js';
import { beginSettings } from './turn-settings.js';

/** Sends a prompt when the agent is idle, else queues it at `place`. A held queue does not stop it: it goes first. */
export function reducePrompt(
	state: SessionState,
	prompt: Prompt,
	isFirst: boolean,
	at: number,
	place = state.queue.length,
): Step {
	if (state.isHandOverDue === true && prompt.id === state.task?.promptId) {
		return reducePrompt({ ...state, isHandOverDue: undefined }, prompt, true, at);
	}
	if (canOpenAgain(state)) {
		const queue = insertAt(state.queue, prompt, state.isQueuePaused ? 0 : place);
		return openAgain({ ...state, queue }, at);
	}
	const { phase } = state.connection;
	const isOpen = isReadyFor(state);
	const isIdle = state.turn === null && isOpen && !isAwaitingSignIn(state);
	// The prompt that was to be retried goes after one that is to be first.
	if (isIdle && isRetrying(state) && isFirst) return startTurn(holdRetrying(state), prompt, at);
	const isFree = isIdle && !isRetrying(state) && !isFirstSteered(state);
	if (isFree && (state.queue.length === 0 || state.isQueuePaused || isFirst)) return startTurn(state, prompt, at);
	const isComing = phase === 'starting' || phase === 'opening' || isWaitingToStart(state);
	const isPausedForIt = state.isQueuePaused && isComing;
	const queue = insertAt(state.queue, prompt, isFirst || isPausedForIt ? 0 : place);
	return only(wantSignIn({ ...state, queue, isQueuePaused: state.isQueuePaused && !isPausedForIt }));
}

/** While another session is restored, prompts are for that one; they go behind the prompt of a hand-over. */
function isReadyFor({ connection, isRestoring, isHandOverDue }: SessionState): boolean {
	return connection.phase === 'ready' && isRestoring !== true && isHandOverDue !== true;
}

/** Asks for a sign-in once more when a prompt is sent without one: nothing can be sent. */
function wantSignIn(state: SessionState): SessionState {
	const { signIn, connection } = state;
	if (connection.phase !== 'signed-out' || signIn?.step.type !== 'left') return state;
	return { ...state, signIn: { ...signIn, step: { type: 'choosing' } } };
}

export function reduceInterruption(state: SessionState, prompt: Prompt, at: number): Step {
	const queued = reducePrompt(state, prompt, true, at);
	const { turn } = queued.state;
	if (turn === null || turn.prompt === prompt) return queued;
	return andThen(
		andThen(queued, (next) => reduceCancel(next, at)),
		(next) => only(next.turn === null ? next : { ...next, turn: { ...next.turn, isInterrupted: true } }),
	);
}

export function startNext(state: SessionState, at: number): Step {
	const [next, ...rest] = state.queue;
	const isReady = isReadyFor(state) && !isAwaitingSignIn(state);
	const isHeld = state.isQueuePaused || isRetrying(state);
	if (next === undefined || state.turn !== null || isHeld || !isReady || isBeingSteered(state, next.id))
		return only(state);
	// The agent may have it: it is sent once more on the user's word alone.
	if (isUncertain(state, next.id)) return only({ ...state, isQueuePaused: true });
	return startTurn({ ...state, queue: rest }, next, at);
}

/** Sends the prompt with its additions, and shows both. `sent`: failed attempts before. */
export function startTurn(before: SessionState, prompt: Prompt, at: number, sent = 0): Step {
	const free = before.failed?.wait === undefined ? forgetFailed(before) : before;
	const { sessionId } = free;
	if (sessionId === null) return only({ ...free, queue: [prompt, ...free.queue] });
	const { state, effects, settings } = beginSettings(free, prompt, at);
	const along = sentAlong(state, prompt);
	const turnId = `turn-${state.nextEntry}`;
	// Going on with words of one's own is an answer to the review that this client put at the last turn's end.
	const answered = { ...state, questions: state.questions.filter((question) => !isClientPlanReview(question)) };
	const isShown = prompt.isShown === true && state.entries.size > 0;
	const shown = isShown ? answered : append(answered, promptEntry(prompt, along.words, at));
	const { changes } = shown;
	const begun: SessionState = {
		...setShare(shown, along.commandIds, 'sent'),
		refusedFolder: undefined,
		areInstructionsDue: state.areInstructionsDue === true && along.instructions === undefined,
		briefing: along.briefing === undefined ? state.briefing : undefined,
		instructedMode: along.modeWords === undefined ? state.instructedMode : instructedModeOf(state),
		changes: along.restored === undefined ? changes : { ...changes, unreported: [] },
		isQueuePaused: false,
		suggestion: null,
		// The words after a stop may be about anything: the plan is back when the agent goes on with it.
		planHalt: shown.planHalt === 'stopped' ? 'set-aside' : shown.planHalt,
		turn: {
			id: turnId,
			prompt,
			startedAt: at,
			lastWordAt: at,
			isStuck: false,
			...defined({ contextBefore: state.usage?.used }),
			// For a prompt that is shown already, the turn begins with the note that it is sent again.
			firstEntry: isShown ? state.entries.size - 1 : state.entries.size,
			denied: 0,
			allowed: 0,
			...(sent === 0 ? {} : { sent }),
			...(along.commandIds.length === 0 ? {} : { sentCommands: along.commandIds }),
			...(along.instructions === undefined ? {} : { hasInstructions: true as const }),
			...(along.modeWords === undefined ? {} : { instructedBefore: state.instructedMode ?? null }),
			...defined({ briefing: along.briefing, sentRestored: along.restored, settings }),
		},
	};
	const { restored, commands, instructions, briefing, modeWords } = along;
	const parts = defined({ restored, commands, instructions, briefing, modeWords });
	return withEffects(begun, ...effects, { type: 'send-prompt', turnId, sessionId, prompt, ...parts });
}

type SendPrompt = Extract<Effect, { type: 'send-prompt' }>;

type SentAlong = Omit<SendPrompt, 'type' | 'turnId' | 'sessionId' | 'prompt'> & {
	readonly commandIds: readonly string[];
	readonly words: string;
};

/** The first in the queue is being sent into the turn before: its outcome comes first. */
function isFirstSteered(state: SessionState): boolean {
	const [first] = state.queue;
	return first !== undefined && isBeingSteered(state, first.id);
}

export function sentAlong(state: SessionState, prompt: Prompt): SentAlong {
	if (isCommandPrompt(prompt, state.commands)) return { commandIds: [], words: '' };
	const { unreported } = state.changes;
	const summary = restoredSummary(unreported);
	const commands = offeredCommands(state);
	const instructions = state.areInstructionsDue === true ? (state.profile.instructions ?? undefined) : undefined;
	const modes = modeWords(state) ?? undefined;
	const words = [
		...(modes === undefined ? [] : ['Sent along: what the mode says.']),
		...(state.briefing === undefined ? [] : ['Sent along: a briefing on the conversation above.']),
		...(instructions === undefined ? [] : ['Sent along: your standing instructions.']),
		...(summary === '' ? [] : [`Sent along: ${summary}.`]),
		...(commands.length === 0 ? [] : [`Sent along: output of ${(commands.map(({ line }) => line)).join(' · ')}.`]),
	];
	return {
		...(unreported.length === 0 ? {} : { restored: unreported }),
		...(commands.length === 0 ? {} : { commands: commands.map(ranCommand) }),
		...defined({ instructions, briefing: state.briefing, modeWords: modes }),
		commandIds: commands.map(({ id }) => id),
		words: words.join(' '),
	};
}
