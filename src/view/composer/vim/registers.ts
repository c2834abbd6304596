import { joinLines } from '../../../core/text/newlines.js';
import { cleanInput } from '../buffer.js';
import { expandDraft } from '../chips.js';
import type { Draft } from '../draft.js';
import { withMark } from '../paste.js';
import { type Command, initialVim, type Register, type VimState } from './vim-state.js';

const SYSTEM: ReadonlySet<string> = new Set(['+', '*']);
/** UTF-16 units of the clipboard that a field of one line is given. */
const MOST_IN_LINE = 100_000;

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
	return { state: { ...state, registers: registers.set('+', value) }, copied: { copied: copiedText(draft, value) } };
}

export function fetched({ registers, isSingleLine }: VimState, name: string | null): Register | undefined {
	const value = registers.get(name === null ? '"' : SYSTEM.has(name) ? '+' : name);
	return value === undefined || !isSingleLine ? value : { text: joinLines(value.text, ' '), isLines: false };
}

export function readsClipboard({ change }: VimState, { name, register }: Command): boolean {
	if (name === '.' && change !== null && change.shape === undefined) return readsClipboard(initialVim, change.command);
	return (name === 'p' || name === 'P') && register !== null && SYSTEM.has(register);
}

export function withClipboard(state: VimState, draft: Draft, text: string | null) {
	const own = state.registers.get('+');
	const isOwn = own !== undefined && text === copiedText(draft, own);
	if (text === null || isOwn) return { marked: draft, state };
	const isLines = text.endsWith('\n');
	const given = text.replace(/\r?\n$/, '');
	const { marked, shown } = state.isSingleLine
		? { marked: draft, shown: cleanInput(given.slice(0, MOST_IN_LINE)) }
		: withMark(draft, given);
	return { marked, state: { ...state, registers: new Map(state.registers).set('+', { text: shown, isLines }) } };
}

function copiedText(draft: Draft, { text, isLines }: Register): string {
	return `${expandDraft({ ...draft, text })}${isLines ? '\n' : ''}`;
}
