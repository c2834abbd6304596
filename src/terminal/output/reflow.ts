import { cellWidth } from '../../core/text/width.js';

/**
 * Treatment of lines wider than the terminal becomes: cut, or wrapped together with the cursor. xterm.js wraps, but
 * moves the cursor down by every added row, even those below it. kitty (seen in 0.41) wraps, but leaves the cursor
 * where it would be had nothing moved into the scrollback. tmux (seen in 3.3) takes a line for as wide as it was since it
 * was cleared from its first cell on, however much was erased behind its text.
 */
export type Reflow = 'cuts' | 'wraps' | 'xterm.js' | 'kitty' | 'tmux';

/** Guess by the environment. Most of today's terminals wrap. */
export function reflowOf(env: Readonly<Record<string, string | undefined>>): Reflow {
	const term = env['TERM'] ?? '';
	if (env['TMUX'] !== undefined) return 'tmux';
	if (env['XTERM_VERSION'] !== undefined || term === 'linux' || /^(?:screen|vt\d)/.test(term)) return 'cuts';
	// VS Code, and others that use its name.
	if (env['TERM_PROGRAM'] === 'vscode') return 'xterm.js';
	return term === 'xterm-kitty' ? 'kitty' : 'wraps';
}

/** Reflow by the DA2 answer, which comes from the terminal itself; null for an unknown one. */
export function reflowOfDevice(device: { readonly kind: number; readonly version: number }): Reflow | null {
	const { kind, version } = device;
	// Every xterm.js claims to be this xterm of 2018; xterm itself is of a higher kind since 2011.
	if (kind === 0 && version === 276) return 'xterm.js';
	// kitty adds the first part of its version; foot and others are far above or below.
	if (kind === 1 && version >= 4000 && version < 4100) return 'kitty';
	// xterm and GNU screen.
	if (kind === 41 || kind === 83) return 'cuts';
	return isTmuxDevice(device) ? 'tmux' : null;
}

export function isTmuxDevice({ kind }: { readonly kind: number }): boolean {
	return kind === 84;
}

export type Placed = {
	readonly widths: readonly number[];
	readonly cursor: { readonly x: number; readonly y: number };
};

/** Rows from the frame's beginning to the cursor at a width. Too many would erase what is above it. */
export function rowsAbove({ widths, cursor }: Placed, columns: number, reflow: Reflow): number {
	const more = moreRows(widths, columns);
	switch (reflow) {
		case 'cuts':
			return cursor.y;
		case 'wraps':
		case 'kitty':
		case 'tmux':
			return more.slice(0, cursor.y).reduce((sum, rows) => sum + rows, cursor.y + Math.floor(cursor.x / columns));
		case 'xterm.js':
			// From the last row up; the cursor's current row is skipped.
			return more.reduceRight((at, rows, index) => (at === index ? at : at + rows), cursor.y);
	}
}

/** Rows of the wrapped frame below the cursor, all of them on the screen. */
export function rowsBelow(placed: Placed, columns: number): number {
	const more = moreRows(placed.widths, columns);
	const rows = more.reduce((sum, each) => sum + each, more.length);
	return Math.max(0, rows - 1 - rowsAbove(placed, columns, 'wraps'));
}

function moreRows(widths: readonly number[], columns: number): readonly number[] {
	return widths.map((width) => Math.max(0, Math.ceil(width / columns) - 1));
}

const escapes = /\x1b(?:\[[\d;:]*[mGX]|\]8;[^\x07\x1b]*(?:\x07|\x1b\\))/g;

export function cellsOf(row: string): number {
	return cellWidth(row.replace(escapes, ''));
}
