import { insert } from '../buffer.js';
import type { Draft } from '../draft.js';
import type { Pressed, Vim, VimMode } from '../editor.js';
import { begin, leave, type Run } from './insertion.js';
import { MOTIONS } from './motions.js';
import { runNormal } from './normal.js';
import { OBJECTS } from './objects.js';
import { selected } from './regions.js';
import { readsClipboard, withClipboard } from './registers.js';
import { onCharacter } from './text.js';
import { type Command, initialVim, type VimState } from './vim-state.js';
import { runVisual } from './visual.js';

/** Signs that begin something on an empty draft in every mode. */
const SIGNS: ReadonlySet<string> = new Set(['/', '!', '@', '#']);

const TYPING = { command: { name: 'i', count: null, register: null, operator: null, argument: '' } } as const;

class VimKeys implements Vim {
	readonly #state: VimState;

	constructor(state: VimState) {
		this.#state = state;
	}

	get mode(): VimMode {
		return this.#state.mode;
	}

	get pending(): string {
		return this.#state.keys.join('');
	}

	press(draft: Draft, key: string): Pressed {
		const { mode, keys } = this.#state;
		if (mode === 'insert') return key === 'escape' ? pressed(leave(this.#state, draft)) : { draft, vim: this };
		const calm: VimState = { ...this.#state, keys: [] };
		if (key === 'escape' && keys.length > 0) return pressed({ draft, state: calm });
		const isVisual = mode !== 'normal';
		if (draft.text === '' && keys.length === 0 && SIGNS.has(key) && !calm.isSingleLine) {
			const begun = begin(calm, draft, draft, TYPING);
			return pressed({ ...begun, draft: insert(begun.draft, key) });
		}
		const typed = [...keys, key];
		const command = parse(typed, isVisual);
		if (command === 'incomplete') return pressed({ draft, state: { ...calm, keys: typed } });
		if (command === 'unknown') return pressed({ draft, state: calm });
		if (readsClipboard(calm, command)) {
			const waiting = { command, text: draft.text, cursor: draft.cursor };
			return { draft, vim: new VimKeys({ ...calm, waiting }), reads: true };
		}
		return pressed(run(draft, calm, command));
	}

	receive(draft: Draft, text: string | null): Pressed | null {
		const { waiting, mode } = this.#state;
		// In a changed text the place of the pending command is unknown.
		if (waiting === null || mode === 'insert' || waiting.text !== draft.text) return null;
		const { cursor, command } = waiting;
		const { marked, state } = withClipboard({ ...this.#state, waiting: null }, { ...draft, cursor }, text);
		return pressed(run(marked, state, command));
	}

	selection(draft: Draft): { readonly start: number; readonly end: number } | null {
		const { mode, anchor } = this.#state;
		return mode === 'visual' || mode === 'visual-line' ? selected(draft, anchor, mode === 'visual-line') : null;
	}

	follow(before: Draft, draft: Draft): Pressed {
		const { mode, insertion, keys } = this.#state;
		const isSame = before.text === draft.text;
		if (mode === 'insert') {
			const last = insertion?.begun.past.edits.at(-1);
			const isOn = insertion !== null && (last === undefined || draft.past.edits.includes(last));
			if (isOn) return { draft, vim: this };
			const [begun] = [insertion === null ? before : draft];
			return pressed({ draft, state: { ...this.#state, insertion: { before: begun, begun, change: TYPING } } });
		}
		const isLeft = mode !== 'normal' && !isSame;
		const state = { ...this.#state, mode: isLeft ? ('normal' as const) : mode, keys: isSame ? keys : [], column: null };
		const cursor = state.mode === 'normal' ? onCharacter(draft, draft.cursor) : draft.cursor;
		return pressed({ draft: cursor === draft.cursor ? draft : { ...draft, cursor }, state });
	}

	anew(): Vim {
		return new VimKeys({ ...this.#state, mode: 'insert', keys: [], column: null, insertion: null });
	}

	inLine(): Vim {
		return new VimKeys({ ...this.#state, isSingleLine: true });
	}
}

function run(draft: Draft, state: VimState, command: Command): Run {
	return state.mode === 'normal' ? runNormal(draft, state, command) : runVisual(draft, state, command);
}

function pressed({ draft, state, copied }: Run): Pressed {
	return { draft, vim: new VimKeys(state), ...(copied === undefined ? {} : { copied }) };
}

export function createVim(): Vim {
	return new VimKeys(initialVim);
}

type Parsed = Command | 'incomplete' | 'unknown';

const OPERATORS: ReadonlySet<string> = new Set(['d', 'c', 'y', '>', '<', 'g~', 'gu', 'gU']);
const WITH_CHARACTER: ReadonlySet<string> = new Set(['f', 'F', 't', 'T', 'r']);
const SIMPLE: ReadonlySet<string> = new Set([...'xXDCYsSpPJu.~iaIAoOvVr', 'ctrl+r']);
const IN_VISUAL: ReadonlySet<string> = new Set([...'xXDCYsSRpPJuU~voOVr', 'escape']);

const MOST = 9999;

function parse(keys: readonly string[], isVisual: boolean): Parsed {
	let at = 0;
	let count: number | null = null;
	let register: string | null = null;
	/** Counts and registers before a command; counts are multiplied. */
	const readPrefix = (): boolean => {
		for (;;) {
			const digits = keysWhile(keys, at);
			if (digits > at) count = Math.min(MOST, (count ?? 1) * Number(keys.slice(at, digits).join('')));
			else if (keys[at] === '"') {
				if (keys[at + 1] === undefined) return false;
				register = keys[at + 1] ?? null;
				at += 2;
				continue;
			}
			if (digits === at) return at < keys.length;
			at = digits;
		}
	};
	const readName = (): string | undefined => {
		const key = keys[at++];
		if (key !== 'g') return key;
		const second = keys[at++];
		return second === undefined ? undefined : `g${second}`;
	};
	const complete = (name: string, operator: string | null): Parsed => {
		const argument = WITH_CHARACTER.has(name) ? keys[at++] : '';
		if (argument === undefined) return 'incomplete';
		if (argument.length > 1 && argument in NAMED) return 'unknown';
		return { name, count, register, operator, argument };
	};

	if (!readPrefix()) return 'incomplete';
	const name = readName();
	if (name === undefined) return 'incomplete';
	if (isVisual && (name === 'i' || name === 'a')) return object(name, keys[at], { count, register, operator: null });
	if (OPERATORS.has(name)) {
		if (isVisual) return { name, count, register, operator: null, argument: '' };
		if (!readPrefix()) return 'incomplete';
		const target = readName();
		if (target === undefined) return 'incomplete';
		if (target === 'i' || target === 'a') return object(target, keys[at], { count, register, operator: name });
		// `dd`, `gUU`, `gUgU`: whole lines.
		if (target === name || (name.length === 2 && target === name[1])) return complete('lines', name);
		return target in MOTIONS ? complete(target, name) : 'unknown';
	}
	return name in MOTIONS || (isVisual ? IN_VISUAL : SIMPLE).has(name) ? complete(name, null) : 'unknown';
}

const NAMED: Readonly<Record<string, true>> = { escape: true, 'ctrl+r': true };

function object(
	scope: 'i' | 'a',
	key: string | undefined,
	command: Pick<Command, 'count' | 'register' | 'operator'>,
): Parsed {
	if (key === undefined) return 'incomplete';
	return key in OBJECTS ? { ...command, name: `${scope}${key}`, argument: '' } : 'unknown';
}

/** Place behind the digits from a place on; a zero is a motion where no digit stands before it. */
function keysWhile(keys: readonly string[], from: number): number {
	let at = from;
	while (/^[1-9]$/.test(keys[at] ?? '') || (at > from && keys[at] === '0')) at++;
	return at;
}
