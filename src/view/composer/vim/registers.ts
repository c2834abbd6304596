import { expandDraft } from '../chips.js';
import type { Draft } from '../draft.js';
import type { Register, VimState } from './state.js';

/** Registers that are the system's clipboard. */
const SYSTEM: ReadonlySet<string> = new Set(['+', '*']);

/** The state with a text in a register, and in the one without a name; `copied`: the system gets it too. */
export function kept(
	state: VimState,
	draft: Draft,
	name: string | null,
	value: Register | undefined,
	isYank: boolean,
): { readonly state: VimState; readonly copied: { readonly copied?: string } } {
	if (value === undefined || name === '_') return { state, copied: {} };
	const registers = new Map(state.registers).set('"', value);
	if (isYank && name === null) registers.set('0', value);
	if (name === null) return { state: { ...state, registers }, copied: {} };
	if (!SYSTEM.has(name)) return { state: { ...state, registers: registers.set(name, value) }, copied: {} };
	const text = expandDraft({ ...draft, text: value.text });
	return {
		state: { ...state, registers: registers.set('+', value) },
		copied: { copied: value.isLines ? `${text}\n` : text },
	};
}

/** Text of a register; the system's, where nothing was copied to it, is the one without a name. */
export function fetched({ registers }: VimState, name: string | null): Register | undefined {
	if (name === null) return registers.get('"');
	return SYSTEM.has(name) ? (registers.get('+') ?? registers.get('"')) : registers.get(name);
}
