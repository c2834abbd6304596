import type { AgentModes, OwnModes } from '../agent-info.js';
import { agentModeWarning } from '../policy/mirror.js';
import { note } from './append.js';
import type { SessionState } from './state.js';
import { only, type Step, withEffects } from './step.js';

const PLAN = 'plan';

/**
 * Which of its own session modes the agent should be in, so that what our mode promises holds: the one
 * that asks, in «accept edits» too, where our policy answers; in «bypass permissions» the one it began in.
 * What the person chose of them comes first. Null: ours says nothing about it.
 */
export function ownModeFor(state: SessionState): string | null {
	const own = state.agent?.quirks.ownModes;
	const { agentModes } = state;
	if (own === undefined || agentModes === null) return null;
	const wanted = wantedMode(state, own);
	return wanted !== null && agentModes.available.some(({ id }) => id === wanted) ? wanted : null;
}

function wantedMode({ agent, mode }: SessionState, own: OwnModes): string | null {
	const began = mode.agentBegan === PLAN ? null : (mode.agentBegan ?? null);
	switch (mode.mode) {
		case 'plan':
			// Where plan is one of these modes, it is switched as the agent's own plan mode is.
			return agent?.quirks.modesAreNotPermissions === true ? own.asks : null;
		case 'default':
		case 'acceptEdits':
			return mode.agentChosen ?? own.asks;
		case 'bypassPermissions':
			return mode.agentChosen ?? began;
	}
}

/** Tells the agent which of its modes ours needs, when it is in another one. */
export function followOwnMode(state: SessionState): Step {
	const { sessionId } = state;
	const wanted = ownModeFor(state);
	const current = toldMode(state);
	if (sessionId === null || wanted === null || current === wanted) return only(state);
	// Its plan mode is stricter, and it leaves that by itself or when it is told.
	if (current === PLAN) return only(state);
	return withEffects(told(state, wanted), { type: 'set-agent-mode', sessionId, modeId: wanted });
}

function toldMode({ mode, agentModes }: SessionState): string | null {
	return mode.agentTold ?? agentModes?.current ?? null;
}

function told(state: SessionState, modeId: string): SessionState {
	return { ...state, mode: { ...state.mode, agentTold: modeId } };
}

/** The person chose a mode of the agent (null: something else of it). In plan mode it counts until that mode is told again. */
export function chooseOwnMode(state: SessionState, modeId: string | null): SessionState {
	return modeId === null ? state : told({ ...state, mode: { ...state.mode, agentChosen: modeId } }, modeId);
}

/** The person wants each edit to be asked about: what they chose of the agent's modes before is over. */
export function forgetChoice(state: SessionState): SessionState {
	const { agentChosen: _, ...mode } = state.mode;
	return { ...state, mode };
}

/** The agent said which mode it is in: when it is the one that it was told, nothing is on its way any more. */
export function heardOwnMode(state: SessionState): SessionState {
	return state.mode.agentTold === state.agentModes?.current ? withoutTold(state) : state;
}

/** The agent refused the mode that it was told, so it is in the one that it says. */
export function refusedOwnMode(state: SessionState, modeId: string | undefined): SessionState {
	if (modeId === undefined || state.mode.agentTold !== modeId) return state;
	const { agentChosen, ...mode } = withoutTold(state).mode;
	return { ...state, mode: agentChosen === undefined || agentChosen === modeId ? mode : { ...mode, agentChosen } };
}

function withoutTold(state: SessionState): SessionState {
	const { agentTold: _, ...mode } = state.mode;
	return { ...state, mode };
}

/** A new session of the agent is in whatever mode it says. */
export function beginOwnMode(state: SessionState, modes: AgentModes | null): SessionState {
	const { agentBegan: _began, agentChosen: _chosen, agentTold: _told, ...mode } = state.mode;
	return { ...state, mode: modes === null ? mode : { ...mode, agentBegan: modes.current } };
}

/** The agent cannot be made to ask: what it does by itself is noticed, not prevented. */
export function isUnheld({ agent, agentModes, mode }: SessionState): boolean {
	if (agent === null || mode.mode === 'bypassPermissions') return false;
	const { neverAsks, asksByOwnConfig, ownModes } = agent.quirks;
	if (neverAsks) return true;
	if (mode.mode === PLAN) return false;
	const isOffered = ownModes === undefined || agentModes?.available.some(({ id }) => id === ownModes.asks) === true;
	return asksByOwnConfig === true || (agentModes !== null && !isOffered);
}

/** Says before anything runs that the agent cannot be made to ask. */
export function noteUnheld(state: SessionState, at: number): SessionState {
	if (!isUnheld(state)) return state;
	const words =
		state.agent?.quirks.neverAsks === true
			? 'This agent never asks before it changes files or runs commands.'
			: 'This agent asks only where its own settings say so.';
	return note(state, at, 'warning', `${words} What it does unasked is noticed and shown here, not prevented.`, {
		hint: '/undo puts files back',
	});
}

/** The mode of its own in which the agent lets more through unasked than ours promises; null when it does not. */
export function looserMode(state: SessionState): string | null {
	const { agent, agentModes, mode } = state;
	const id = toldMode(state);
	if (id === null || agentModes === null || mode.mode === 'bypassPermissions') return null;
	const own = agent?.quirks.ownModes;
	const isWithin = mode.mode === 'acceptEdits' && own?.edits === id;
	const isLooser = own?.open.includes(id) === true && !isWithin;
	if (!isLooser && agentModeWarning(mode.mode, id) === null) return null;
	return agentModes.available.find((each) => each.id === id)?.name ?? id;
}
