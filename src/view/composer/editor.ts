import type { Draft } from './draft.js';

export type VimMode = 'insert' | 'normal' | 'visual' | 'visual-line';

/** Result of a key: `copied` is for the system's clipboard; `reads` wants what that holds, for {@link Vim.receive}. */
export type Pressed = { readonly draft: Draft; readonly vim: Vim; readonly copied?: string; readonly reads?: true };

/** Vim's keys for one draft. A value: what changes it returns another one. Its code is loaded when it is wanted. */
export type Vim = {
	readonly mode: VimMode;
	readonly pending: string;
	/** Keys of the normal or a visual mode, and `escape` of the insert mode: a character, or the name of a key. */
	press(draft: Draft, key: string): Pressed;
	/** Carries out what waits for the system's clipboard (null: that cannot be read); null where nothing waits any more. */
	receive(draft: Draft, text: string | null): Pressed | null;
	selection(draft: Draft): { readonly start: number; readonly end: number } | null;
	follow(before: Draft, draft: Draft): Pressed;
	/** A new draft is written in insert mode; registers, the last search and change stay. */
	anew(): Vim;
	inLine(): Vim;
};
