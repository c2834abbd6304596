import { graphemes } from '../../core/text/width.js';
import type { KeyContext } from '../keys/key-context.js';
import type { ComposerCommand } from './composer-commands.js';
import type { ComposerState } from './composer-state.js';
import type { Pressed } from './editor.js';

export function isCommanding({ vim, search }: Pick<ComposerState, 'vim' | 'search'>): boolean {
	return vim !== null && vim.mode !== 'insert' && search === null;
}

export function isAtRest({ vim }: Pick<ComposerState, 'vim'>): boolean {
	return vim === null || (vim.mode === 'normal' && vim.pending === '');
}

function pressVim(state: ComposerState, key: string): ComposerState {
	return state.vim === null ? state : withPressed(state, state.vim.press(state.draft, key));
}

function withPressed(state: ComposerState, pressed: Pressed): ComposerState {
	const { draft, vim, copied = state.copied, reads = false } = pressed;
	return { ...state, draft, vim, copied, readsClipboard: state.readsClipboard || reads };
}

/** Characters of which each is a command; those that follow a change to insert mode are text. */
export function typeCommands(
	state: ComposerState,
	text: string,
	type: (state: ComposerState, text: string) => ComposerState,
): ComposerState {
	let now = state;
	for (const character of graphemes(text)) now = isCommanding(now) ? pressVim(now, character) : type(now, character);
	return now;
}

export const clipboardKey = (text: string | null): ComposerCommand => ({
	apply: (state) => {
		const pressed = state.vim?.receive(state.draft, text) ?? null;
		return pressed === null ? state : withPressed(state, pressed);
	},
});

export const vimKey = (key: string): ComposerCommand => ({ apply: (state) => pressVim(state, key) });

export function vimContexts({ vim }: Pick<ComposerState, 'vim'>): readonly KeyContext[] {
	if (vim === null) return [];
	if (vim.mode === 'insert') return ['vim-insert'];
	return vim.mode === 'normal' && vim.pending === '' ? ['vim-normal'] : ['vim-busy', 'vim-normal'];
}

export function withVim(before: ComposerState, after: ComposerState): ComposerState {
	if (after.vim === null) return after;
	if (after.outcome !== null) return { ...after, vim: after.vim.anew() };
	const isPressed = after.vim !== before.vim;
	if (isPressed || after.draft === before.draft) return after;
	const { draft, vim } = after.vim.follow(before.draft, after.draft);
	return { ...after, draft, vim };
}

export function withSelection(state: ComposerState): ComposerState {
	const range = state.vim?.selection(state.draft) ?? null;
	if (range === null) return state;
	return { ...state, draft: { ...state.draft, anchor: range.start, cursor: range.end } };
}
