import type { Draft } from '../draft.js';
import type { VimMode } from '../editor.js';

/** Text that was deleted or yanked; `isLines`: whole lines, without the last line break. */
export type Register = { readonly text: string; readonly isLines: boolean };

export type Find = { readonly character: string; readonly isBack: boolean; readonly isUntil: boolean };

export type Command = {
	readonly name: string;
	readonly count: number | null;
	readonly register: string | null;
	/** Operator that the motion or object `name` is for. */
	readonly operator: string | null;
	readonly argument: string;
};

/** Size of what was selected, for `.`: lines, and the column of the end, or the width within one line. */
export type Shape = { readonly lines: number; readonly column: number; readonly isLines: boolean };

export type Change = {
	readonly command: Command;
	/** Text of the insertion that it led to, and how many characters before it went. */
	readonly typed?: { readonly text: string; readonly back: number };
	readonly shape?: Shape;
};

export type VimState = {
	readonly mode: VimMode;
	readonly keys: readonly string[];
	readonly anchor: number;
	/** Column that `j` and `k` aim at, until the cursor moves otherwise; null: the cursor's. */
	readonly column: number | null;
	readonly registers: ReadonlyMap<string, Register>;
	readonly find: Find | null;
	readonly change: Change | null;
	readonly insertion: { readonly before: Draft; readonly begun: Draft; readonly change: Change } | null;
	/** A command that waits for the system's clipboard, and where it was typed. */
	readonly waiting: { readonly command: Command; readonly text: string; readonly cursor: number } | null;
	readonly isSingleLine: boolean;
};

export const initialVim: VimState = {
	mode: 'insert',
	keys: [],
	anchor: 0,
	column: null,
	registers: new Map(),
	find: null,
	change: null,
	insertion: null,
	waiting: null,
	isSingleLine: false,
};
