import type { AgentModeRoles, AgentModes, ConfigOption } from '../../agent-info.js';
import { agentModeWarning, isModeOption } from '../../agent-modes.js';
import { noQuirks } from '../quirks.js';
import { only, type Step, withEffects } from '../reducers/step.js';
import type { ModeState, SessionState } from '../state.js';

/**
 * Which of its own session modes the agent should be in, so that what our mode promises holds: the one
 * that asks, in «accept edits» too, where our policy answers; in «bypass permissions» the one it began in.
 * What the user chose of them comes first. Null: ours says nothing about it.
 */
export function agentModeFor(state: SessionState): string | null {
	const { agentModes, agent } = state;
	const roles = agent?.quirks.modeRoles;
	if (roles === undefined || agentModes === null) return null;
	const wanted = wantedMode(state, roles);
	return wanted !== null && agentModes.available.some(({ id }) => id === wanted) ? wanted : null;
}

function wantedMode({ agent, mode }: SessionState, roles: AgentModeRoles): string | null {
	switch (mode.mode) {
		case 'plan':
			// Where plan is one of these modes, it is switched as the agent's own plan mode is.
			return agent?.quirks.modesAreNotPermissions === true ? roles.asks : null;
		case 'default':
		case 'acceptEdits':
			return mode.agentChosen ?? roles.asks;
		case 'bypassPermissions':
			return (
				mode.agentChosen ?? (mode.agentInitial === agent?.quirks.modeNames.plan ? null : (mode.agentInitial ?? null))
			);
	}
}

/** Switches the agent to the mode that ours needs, when it is in another one. */
export function followMode(state: SessionState): Step {
	const wanted = agentModeFor(state);
	const current = currentOrNext(state);
	if (wanted === null || current === wanted) return only(state);
	// Its plan mode is stricter, and it leaves that by itself or when it is told.
	return current === namesOf(state).plan ? only(state) : setAgentMode(state, wanted);
}

/** Sets the agent's mode, one that it is in already too: some agents take an «always» back then. */
export function setAgentMode(state: SessionState, modeId: string): Step {
	const { sessionId, agentModes, configOptions } = state;
	if (sessionId === null) return only(state);
	const option = agentModes === null ? configOptions.find(isModeOption) : undefined;
	if (option !== undefined)
		return withEffects(state, { type: 'set-config-option', sessionId, optionId: option.id, value: modeId });
	return withEffects(startSwitch(state, modeId), { type: 'set-agent-mode', sessionId, modeId });
}

/** The mode that the agent is being switched to, else the one that it is in. An option says itself what it is at. */
function currentOrNext(state: SessionState): string | null {
	const { mode, agentModes } = state;
	return (agentModes === null ? undefined : mode.agentSwitch?.to) ?? currentAgentMode(state)?.id ?? null;
}

function namesOf({ agent }: SessionState) {
	return (agent?.quirks ?? noQuirks).modeNames;
}

/** The agent is being switched to this mode. */
export function startSwitch(state: SessionState, to: string): SessionState {
	return withMode(state, { agentRefused: undefined, agentSwitch: { to } });
}

/** The user chose a mode of the agent (null: something else of it). In plan mode it counts until that mode is set again. */
export function chooseAgentMode(state: SessionState, modeId: string | null): SessionState {
	return modeId === null ? state : startSwitch(withMode(state, { agentChosen: modeId }), modeId);
}

/** The user wants each edit to be asked about: what they chose of the agent's modes before is over. */
export function forgetChosenMode(state: SessionState): SessionState {
	return withMode(state, { agentChosen: undefined });
}

/** The agent announces a mode while it is switched: when it then takes that switch, it says two things. */
export function reportAgentMode(state: SessionState, reported: string): SessionState {
	const { agentSwitch } = state.mode;
	return agentSwitch === undefined ? state : withMode(state, { agentSwitch: { ...agentSwitch, reported } });
}

/** The agent said which mode it is in: when it is the one that it was switched to, nothing is on its way any more. */
export function settleAgentMode(state: SessionState): SessionState {
	const isThere = state.mode.agentSwitch?.to === state.agentModes?.current;
	const settled = isThere ? withMode(state, { agentSwitch: undefined }) : state;
	const { agentRefused } = settled.mode;
	const isTaken = agentRefused !== undefined && agentRefused === currentAgentMode(settled)?.id;
	return isTaken ? withMode(settled, { agentRefused: undefined }) : settled;
}

/** The agent refused the mode that it was switched to, or did not take it: it is in the one that it says. */
export function refuseAgentMode(state: SessionState, modeId: string | undefined): SessionState {
	if (modeId === undefined) return state;
	const { agentSwitch, agentChosen } = state.mode;
	// Its plan mode may be no session mode. A later switch may be on its way already.
	if (agentSwitch?.to !== modeId) return agentSwitch === undefined ? withMode(state, { agentRefused: modeId }) : state;
	return withMode(state, {
		agentSwitch: undefined,
		agentChosen: agentChosen === modeId ? undefined : agentChosen,
		agentRefused: modeId,
	});
}

/** A new session of the agent is in whatever mode it says, or its option for them. */
export function beginAgentMode(
	state: SessionState,
	modes: AgentModes | null,
	options: readonly ConfigOption[] = [],
): SessionState {
	return withMode(state, {
		agentSwitch: undefined,
		agentRefused: undefined,
		agentChosen: undefined,
		isAgentModeNext: undefined,
		agentInitial: modes?.current ?? options.find(isModeOption)?.value,
	});
}

type Change = { readonly [K in keyof ModeState]?: ModeState[K] | undefined };

/** The state with these fields of the mode; undefined takes one away. */
export function withMode(state: SessionState, change: Change): SessionState {
	const fields = Object.entries({ ...state.mode, ...change }).filter(([, value]) => value !== undefined);
	// The fields that every mode has are never taken away.
	return { ...state, mode: Object.fromEntries(fields) as ModeState };
}

/** The mode of its own that the agent is in, from its modes or from its option for them, and all that there are; null when it has none. */
export function currentAgentMode({ agentModes, configOptions }: SessionState): CurrentAgentMode | null {
	const option = configOptions.find(isModeOption);
	const all = agentModes?.available ?? option?.choices.map(({ value, name }) => ({ id: value, name })) ?? [];
	const id = agentModes?.current ?? option?.value;
	return id === undefined ? null : { id, name: all.find((each) => each.id === id)?.name ?? id, all };
}

type CurrentAgentMode = {
	readonly id: string;
	readonly name: string;
	readonly all: readonly { readonly id: string; readonly name: string }[];
};

/** The agent has modes, and the one that asks is not among them. */
export function isAskingModeMissing({ agent, agentModes }: SessionState): boolean {
	const roles = agent?.quirks.modeRoles;
	return roles !== undefined && agentModes !== null && !agentModes.available.some(({ id }) => id === roles.asks);
}

/** The mode of its own in which the agent lets more through unasked than ours promises; null when it does not. */
export function looserAgentMode(state: SessionState): string | null {
	const { agent, mode } = state;
	const id = currentOrNext(state);
	if (id === null || mode.mode === 'bypassPermissions') return null;
	const roles = agent?.quirks.modeRoles;
	const isWithin = mode.mode === 'acceptEdits' && roles?.edits === id;
	const isLooser = roles?.open.includes(id) === true && !isWithin;
	if (!isLooser && agentModeWarning(mode.mode, id, agent?.quirks ?? noQuirks) === null) return null;
	return currentAgentMode(state)?.all.find((each) => each.id === id)?.name ?? id;
}

/** The mode of its own in which the agent asks: the one that is known to, else one whose name says so; null where it offers none. */
export function strictAgentMode(state: SessionState): string | null {
	const { modeRoles, modeNames } = state.agent?.quirks ?? noQuirks;
	const ids = new Set(currentAgentMode(state)?.all.map(({ id }) => id));
	const known = modeRoles === undefined ? modeNames.asking : [modeRoles.asks];
	return known.find((id) => ids.has(id)) ?? null;
}

/** Who put the agent into the mode of its own that it is in: the user, the agent as it began, or later by itself. */
export function whoSetAgentMode(state: SessionState): 'you' | 'start' | 'agent' {
	const { mode } = state;
	const current = currentAgentMode(state)?.id;
	if (mode.agentChosen !== undefined && mode.agentChosen === current) return 'you';
	return mode.agentInitial === current ? 'start' : 'agent';
}

/** Remembers since when the agent is in the mode of its own that it is in. */
export function followAgentMode(before: SessionState, state: SessionState, at: number): SessionState {
	const current = currentAgentMode(state)?.id;
	const isSame = currentAgentMode(before)?.id === current && before.sessionId === state.sessionId;
	return isSame ? state : withMode(state, { agentModeSince: current === undefined ? undefined : at });
}

/** The agent's own mode by name, where ours does not say which it is: it asks less than ours promises, or has modes of another kind. */
export function agentModeBeside(state: SessionState): string | null {
	const { agent, mode } = state;
	const now = currentAgentMode(state);
	const looser = looserAgentMode(state);
	if (looser !== null || now === null || agent === null) return looser;
	const { modeRoles: roles, modesAreNotPermissions, modeNames } = agent.quirks;
	const { plan } = modeNames;
	if (roles !== undefined) {
		const isKnown = [roles.asks, roles.edits, plan, ...roles.open].includes(now.id);
		return isKnown || mode.agentSwitch !== undefined ? null : now.name;
	}
	// Thinking levels, for instance.
	if (modesAreNotPermissions) return null;
	const others = now.all.filter(({ id }) => id !== plan);
	const isImplied = others.length < 2 || now.id === plan || now.id.toLowerCase() === 'default' || now.id === mode.mode;
	return isImplied ? null : now.name;
}
