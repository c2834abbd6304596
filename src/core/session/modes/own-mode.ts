import { defined } from '../../defined.js';
import { modeLabel } from '../../policy/modes.js';
import { type OwnMode, type OwnModeRef, refusesAll } from '../../policy/own-mode.js';
import type { Mode, Rule } from '../../policy/policy-types.js';
import type { ModeState, SessionState } from '../state.js';

/** The definition of the named mode in force; null for none, and in a log for one that is not known. */
export function ownModeOf({ mode, ownModes }: Pick<SessionState, 'mode' | 'ownModes'>): OwnMode | null {
	return mode.own === undefined ? null : (ownModes.find(({ name }) => name === mode.own?.name) ?? null);
}

/** Plans are what the mode in force is for: not one for words alone. */
export function plansOnly({ mode, rules }: Pick<SessionState, 'mode' | 'rules'>): boolean {
	return mode.mode === 'plan' && !refusesAll(rules);
}

/** Name of the mode in force in files, options and hooks. */
export function modeName({ mode }: Pick<SessionState, 'mode'>): string {
	return mode.own?.name ?? mode.mode;
}

export function refOf({ name, base, version }: OwnMode): OwnModeRef {
	return { name, base, version };
}

/** Replaces the rules of the previous named mode by those of this one. */
export function rulesWithMode(rules: readonly Rule[], own: OwnMode | null): readonly Rule[] {
	return [...rules.filter(({ origin }) => origin !== 'mode'), ...(own?.rules ?? [])];
}

export function ownModeSet({ own: _, ...mode }: ModeState, own: OwnModeRef | undefined): ModeState {
	return { ...mode, ...defined({ own }) };
}

/** Words about modes for the next prompt; null where the agent has those in force. */
export function modeWords(state: SessionState): string | null {
	const own = ownModeOf(state);
	const isKnown = (own === null ? undefined : own.name) === state.instructedMode;
	if (isKnown || state.mode.own?.name === state.instructedMode) return null;
	const over =
		state.instructedMode === undefined
			? []
			: [`The mode “${state.instructedMode}” is over: what was said of it no longer holds.`];
	const now =
		own === null || own.instructions === null
			? []
			: [`The user is in the mode “${own.name}”. Until a message says that it is over: ${own.instructions}`];
	return over.length + now.length === 0 ? null : `[${[...over, ...now].join(' ')}]`;
}

/** Name of the mode whose instructions the agent has once these words are sent. */
export function instructedModeOf(state: SessionState): string | undefined {
	const own = ownModeOf(state);
	return own === null || own.instructions === null ? undefined : own.name;
}

/** The mode behind the one in force in the cycle of shift+tab: `ours`, then the named ones that want a place. */
export function nextMode(
	state: SessionState,
	ours: readonly Mode[],
): { readonly mode: Mode; readonly own?: OwnModeRef } {
	const named = state.ownModes.filter(({ isInCycle }) => isInCycle).map(refOf);
	const cycle = [...ours.map((mode) => ({ mode })), ...named.map((own) => ({ mode: own.base, own }))];
	const names = [...ours, ...named.map(({ name }) => name)];
	// A named mode without a place goes on behind its base.
	const at = Math.max(names.indexOf(modeName(state)), names.indexOf(state.mode.mode));
	return cycle[at + 1] ?? { mode: 'default' };
}

/** The mode in words; a named one whose agent plans says so. */
export function modeInForce({ mode: { mode, own } }: Pick<SessionState, 'mode'>): string {
	if (own === undefined) return modeLabel(mode);
	return own.base === mode ? own.name : `${modeLabel(mode)}, ${own.name}`;
}
