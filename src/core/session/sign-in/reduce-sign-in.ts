import { defined } from '../../defined.js';
import type { Failure } from '../../failure.js';
import type { SignInChoice, SignInEvent } from '../../sign-in/sign-in-event.js';
import { methodOf, type SignInState } from '../../sign-in/sign-in-state.js';
import { note, noted } from '../entries/append.js';
import { repeat } from '../prompts/repeat-prompt.js';
import { reduceRestart } from '../recovery/restart.js';
import { RESTART_HINT } from '../session-messages.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Reducers, type Step, withEffects } from '../step.js';
import { showAddress, showAnew, withoutSignIn } from './settle-sign-in.js';

export const onSignIn: Reducers<SignInEvent> = {
	'auth-status': (state, event) => only({ ...state, authStatus: event.status }),
	'auth-address': (state, event) => only(showAddress(state, event.address)),
	'sign-in': (state, _, at) => reduceWanted(state, at),
	'sign-in-begun': (state, { methodId, isPlain, isOutside, agreedTo }, at) =>
		reduceBegun(state, { methodId, ...defined({ isPlain, isOutside, agreedTo }) }, at),
	'sign-in-asks': (state, event) => only(reduceAsks(state, event)),
	'sign-in-declined': (state) => only(reduceDeclined(state)),
	'sign-in-stop': (state) => reduceStop(state),
	'sign-in-left': (state, _, at) => only(leaveSignIn(state, at)),
	'signed-in-elsewhere': (state, _, at) => reduceElsewhere(state, at),
	'sign-out': (state) => withEffects(state, { type: 'sign-out' }),
	'signed-in': (state, event, at) => reduceSignedIn(state, event, at),
	'sign-in-failed': (state, event) => only(reduceFailedSignIn(state, event.methodId, event.failure)),
	'signed-out': (state, _, at) => {
		return noted({ ...state, authStatus: null }, at, 'info', `Signed out of ${titleOf(state)}.`, {
			detail:
				'The conversation may be refused from here on. An API key in the environment, or in the agent’s settings, still applies.',
			hint: LOGIN_HINT,
		});
	},
	'sign-out-failed': (state, { failure }, at) =>
		noted(state, at, 'error', failure.message, { detail: failure.detail, hint: failure.hint }),
	// The program's output is for the screen alone.
	'sign-in-program-started': (state) => only(state),
	'sign-in-program-output': (state) => only(state),
	'sign-in-program-ended': (state) => only(state),
};

const LOGIN_HINT = '/login signs in';

function signedIn(state: SessionState): string {
	return `Signed in to ${titleOf(state)}.`;
}

function titleOf({ agent, profile }: SessionState): string {
	return agent?.title ?? profile.launch.name;
}

/** `/login`: a sign-in that was left goes on where it was. */
function reduceWanted(state: SessionState, at: number): Step {
	const { signIn, agent } = state;
	if (signIn !== undefined && signIn.step.type !== 'left' && signIn.step.type !== 'repeating') return only(state);
	if (agent === null || state.connection.phase === 'exited') {
		return noted(state, at, 'warning', 'There is no agent to sign in to.', { hint: RESTART_HINT });
	}
	const left: SignInState =
		signIn?.step.type === 'left' ? signIn : { refusal: null, methods: [], switches: [], step: { type: 'left' } };
	const methods = left.methods.length === 0 ? agent.authMethods : left.methods;
	return only({ ...state, signIn: { ...left, methods, step: { type: 'choosing' } } });
}

function reduceBegun(state: SessionState, choice: SignInChoice, at: number): Step {
	const { signIn } = state;
	if (signIn?.step.type !== 'choosing') return only(state);
	const method = methodOf(signIn, choice);
	if (method === undefined || method.type === 'unknown') return only(state);
	return withEffects(
		{ ...state, signIn: { ...signIn, step: { type: 'running', choice, since: at } } },
		{ type: 'sign-in', method, choice },
	);
}

function reduceAsks(
	state: SessionState,
	{ methodId, line: command, because }: Extract<SignInEvent, { type: 'sign-in-asks' }>,
): SessionState {
	const { signIn } = state;
	if (signIn?.step.type !== 'running' || signIn.step.choice.methodId !== methodId) return state;
	return { ...state, signIn: { ...signIn, step: { type: 'choosing', tried: signIn.step.choice, command, because } } };
}

function reduceDeclined(state: SessionState): SessionState {
	const { signIn } = state;
	if (signIn?.step.type !== 'choosing') return state;
	const { command: _line, because: _, ...step } = signIn.step;
	return { ...state, signIn: { ...signIn, step } };
}

function reduceStop(state: SessionState): Step {
	const { signIn } = state;
	if (signIn?.step.type !== 'running' || signIn.step.isStopping === true) return only(state);
	return withEffects(
		{ ...state, signIn: { ...signIn, step: { ...signIn.step, isStopping: true } } },
		{ type: 'stop-sign-in' },
	);
}

/** Leaves the sign-in. What was refused is held until the user says so. */
function leaveSignIn(state: SessionState, at: number): SessionState {
	const { signIn } = state;
	if (signIn?.step.type !== 'choosing') return state;
	if (signIn.refusal === null) return withoutSignIn(state);
	const isWaiting = state.queue.length > 0;
	const isHeldNow = isWaiting && !state.isQueuePaused;
	const left: SessionState = {
		...state,
		// A prompt sent after a sign-in is shown again: it stands elsewhere in the transcript.
		queue: state.queue.map(showAnew),
		isQueuePaused: isWaiting,
		signIn: { ...signIn, switches: [], step: { type: 'left' }, ...(isHeldNow ? { isQueueHeld: true } : {}) },
	};
	const title = isWaiting ? 'You are not signed in; what you sent is on hold.' : 'You are not signed in.';
	return note(left, at, 'warning', title, { hint: LOGIN_HINT });
}

function reduceElsewhere(state: SessionState, at: number): Step {
	const { signIn } = state;
	if (signIn?.step.type !== 'choosing') return only(state);
	const choice = { methodId: signIn.step.tried?.methodId ?? '' };
	return repeatAfterRestart(state, signIn, { choice, isKnown: false }, at);
}

function reduceSignedIn(
	state: SessionState,
	{ methodId, needsRestart }: { readonly methodId: string; readonly needsRestart: boolean },
	at: number,
): Step {
	const { signIn } = state;
	if (signIn?.step.type !== 'running' || signIn.step.choice.methodId !== methodId) return only(state);
	const { choice } = signIn.step;
	const isGone = state.connection.phase === 'exited' || state.connection.phase === 'failed';
	if (needsRestart || isGone) return repeatAfterRestart(state, signIn, { choice, isKnown: true }, at);
	const isSent = signIn.refusal !== null && state.queue[0]?.isShown === true;
	const withNote = note(state, at, 'info', `${signedIn(state)}${isSent ? ' Your prompt is sent again.' : ''}`);
	return repeat(
		{
			...(signIn.isQueueHeld === true ? { ...withNote, isQueuePaused: false } : withNote),
			signIn: { ...signIn, switches: [], step: { type: 'repeating', choice } },
		},
		signIn,
		at,
	);
}

/** The agent reads its credentials at its start: it is restarted, and the queue goes on in the new session. */
function repeatAfterRestart(
	state: SessionState,
	signIn: SignInState,
	{ choice, isKnown }: { readonly choice: SignInChoice; readonly isKnown: boolean },
	at: number,
): Step {
	if (state.turn !== null) {
		// No prompt waits for the sign-in, and a restart would lose the running turn.
		const withNote = note(state, at, 'info', signedIn(state), {
			detail: 'It takes effect when the agent restarts; the running turn goes on until then.',
			hint: RESTART_HINT,
		});
		return only(withoutSignIn(withNote));
	}
	const isHeld = state.isQueuePaused && signIn.isQueueHeld !== true;
	// A sign-in elsewhere is unknown until the agent answers.
	const withNote = isKnown ? note(state, at, 'info', signedIn(state)) : state;
	return andThen(reduceRestart(withNote, at), (next) =>
		only({
			...next,
			isQueuePaused: isHeld && next.queue.length > 0,
			signIn: { ...signIn, step: { type: 'repeating', choice } },
		}),
	);
}

function reduceFailedSignIn(state: SessionState, methodId: string, failure: Failure): SessionState {
	const { signIn } = state;
	if (signIn?.step.type !== 'running' || signIn.step.choice.methodId !== methodId) return state;
	return { ...state, signIn: { ...signIn, step: { type: 'choosing', failure, tried: signIn.step.choice } } };
}
