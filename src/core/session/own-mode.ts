import type { AgentModes, OwnModes } from '../agent-info.js';
import { agentModeWarning } from '../policy/mirror.js';
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

/** Tells the agent its mode, one that it is in already too: some agents take an «always» back then. */
export function tellOwnMode(state: SessionState, modeId: string): Step {
	const { sessionId } = state;
	if (sessionId === null) return only(state);
	return withEffects(told(state, modeId), { type: 'set-agent-mode', sessionId, modeId });
}

function toldMode({ mode, agentModes }: SessionState): string | null {
	return mode.agentTold ?? agentModes?.current ?? null;
}

/** The agent is being told this mode. */
export function told(state: SessionState, modeId: string): SessionState {
	const { agentRefused: _1, agentSaid: _2, ...mode } = state.mode;
	return { ...state, mode: { ...mode, agentTold: modeId } };
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
	const heard = state.mode.agentTold === state.agentModes?.current ? withoutTold(state) : state;
	const { agentRefused } = heard.mode;
	return agentRefused !== undefined && agentRefused === ownModeNow(heard)?.id ? withoutRefused(heard) : heard;
}

/** The agent refused the mode that it was told, or did not take it: it is in the one that it says. */
export function refusedOwnMode(state: SessionState, modeId: string | undefined): SessionState {
	if (modeId === undefined) return state;
	if (state.mode.agentTold !== modeId) {
		// Its plan mode is no mode that it is told in this way. Another one may be on its way already.
		const isOld = state.mode.agentTold !== undefined;
		return isOld ? state : { ...state, mode: { ...state.mode, agentRefused: modeId } };
	}
	const { agentChosen, ...mode } = withoutTold(state).mode;
	const kept = agentChosen === undefined || agentChosen === modeId ? mode : { ...mode, agentChosen };
	return { ...state, mode: { ...kept, agentRefused: modeId } };
}

function withoutRefused(state: SessionState): SessionState {
	const { agentRefused: _, ...mode } = state.mode;
	return { ...state, mode };
}

/** The mode of its own that the agent is in, from its modes or from its option for them, and all that there are; null when it has none. */
export function ownModeNow({ agentModes, configOptions }: SessionState): OwnModeNow | null {
	if (agentModes !== null) {
		const { current: id, available } = agentModes;
		return { id, name: available.find((each) => each.id === id)?.name ?? id, all: available };
	}
	const option = configOptions.find(({ category, type }) => category === 'mode' && type === 'select');
	if (option?.type !== 'select') return null;
	const all = option.choices.map(({ value, name }) => ({ id: value, name }));
	return { id: option.value, name: all.find(({ id }) => id === option.value)?.name ?? option.value, all };
}

type OwnModeNow = {
	readonly id: string;
	readonly name: string;
	readonly all: readonly { readonly id: string; readonly name: string }[];
};

/** The agent announces a mode while it is told one: when it then takes the told one, it says two things. */
export function saidOwnMode(state: SessionState, modeId: string): SessionState {
	return state.mode.agentTold === undefined ? state : { ...state, mode: { ...state.mode, agentSaid: modeId } };
}

function withoutTold(state: SessionState): SessionState {
	const { agentTold: _1, agentSaid: _2, ...mode } = state.mode;
	return { ...state, mode };
}

/** A new session of the agent is in whatever mode it says. */
export function beginOwnMode(state: SessionState, modes: AgentModes | null): SessionState {
	const { agentBegan: _1, agentChosen: _2, isAgentChoosing: _3, ...mode } = withoutRefused(withoutTold(state)).mode;
	return { ...state, mode: modes === null ? mode : { ...mode, agentBegan: modes.current } };
}

/** The agent has modes, and the one that asks is not among them. */
export function isAskingModeMissing({ agent, agentModes }: SessionState): boolean {
	const own = agent?.quirks.ownModes;
	if (own === undefined || agentModes === null) return false;
	return !agentModes.available.some(({ id }) => id === own.asks);
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

/** The agent's own mode by name, where ours does not say which it is: it asks less than ours promises, or has modes of another kind. */
export function ownModeBeside(state: SessionState): string | null {
	const { agent, mode } = state;
	const now = ownModeNow(state);
	const looser = looserMode(state);
	if (looser !== null || now === null || agent === null) return looser;
	const own = agent.quirks.ownModes;
	if (own !== undefined) {
		const isKnown = [own.asks, own.edits, PLAN, ...own.open].includes(now.id);
		return isKnown || mode.agentTold !== undefined ? null : now.name;
	}
	// Thinking levels, for instance.
	if (agent.quirks.modesAreNotPermissions) return null;
	const others = now.all.filter(({ id }) => id !== PLAN);
	const isImplied = others.length < 2 || now.id === PLAN || now.id.toLowerCase() === 'default' || now.id === mode.mode;
	return isImplied ? null : now.name;
}
