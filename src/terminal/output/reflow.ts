import { cellWidth } from '../../core/text/width.js';

/**
 * What a terminal does with lines that are wider than it becomes: it cuts them, or it wraps them and takes the cursor
 * along. xterm.js wraps as well, but takes the cursor down by every row that comes, also by those below it. kitty
 * (seen in 0.41) wraps, but leaves the cursor where it would be had nothing gone into the scrollback at the top.
 */
export type Reflow = 'cuts' | 'wraps' | 'xterm.js' | 'kitty';

/** What this terminal does, by the environment. Most of today's wrap. */
export function reflowOf(env: Readonly<Record<string, string | undefined>>): Reflow {
	const term = env['TERM'] ?? '';
	if (env['TMUX'] !== undefined) return 'wraps';
	if (env['XTERM_VERSION'] !== undefined || term === 'linux' || /^(?:screen|vt\d)/.test(term)) return 'cuts';
	// VS Code, and others that call themselves so.
	if (env['TERM_PROGRAM'] === 'vscode') return 'xterm.js';
	return term === 'xterm-kitty' ? 'kitty' : 'wraps';
}

/**
 * What a terminal does that answers DA2 like this, null for one that is not known by it. The answer tells more than
 * the environment: it comes from where the rows are, over whatever connection.
 */
export function reflowOfDevice(device: { readonly kind: number; readonly version: number }): Reflow | null {
	const { kind, version } = device;
	// Every xterm.js says that it is this xterm of 2018; xterm itself is of a higher kind since 2011.
	if (kind === 0 && version === 276) return 'xterm.js';
	// kitty adds the first part of its version, foot and others have theirs far above or below.
	if (kind === 1 && version >= 4000 && version < 4100) return 'kitty';
	// xterm and GNU screen.
	if (kind === 41 || kind === 83) return 'cuts';
	return isTmuxDevice(device) ? 'wraps' : null;
}

/** Whether it is tmux that answers DA2 like this. */
export function isTmuxDevice({ kind }: { readonly kind: number }): boolean {
	return kind === 84;
}

/** Where a frame's cursor is, and how wide its rows are. */
export type Placed = {
	readonly widths: readonly number[];
	readonly cursor: { readonly x: number; readonly y: number };
};

/**
 * How many rows above the cursor's the frame begins, once the terminal has become as narrow as `columns`. Too few
 * would leave rows of it behind, too many would take away what is above it.
 */
export function rowsAbove({ widths, cursor }: Placed, columns: number, reflow: Reflow): number {
	const more = moreRows(widths, columns);
	switch (reflow) {
		case 'cuts':
			return cursor.y;
		case 'wraps':
		case 'kitty':
			return more.slice(0, cursor.y).reduce((sum, rows) => sum + rows, cursor.y + Math.floor(cursor.x / columns));
		case 'xterm.js':
			// From the last row up; the row that the cursor is on at that moment is passed over.
			return more.reduceRight((at, rows, index) => (at === index ? at : at + rows), cursor.y);
	}
}

/** How many rows of the frame are below the cursor's, once it is wrapped. They are all on the screen. */
export function rowsBelow(placed: Placed, columns: number): number {
	const more = moreRows(placed.widths, columns);
	const rows = more.reduce((sum, each) => sum + each, more.length);
	return Math.max(0, rows - 1 - rowsAbove(placed, columns, 'wraps'));
}

function moreRows(widths: readonly number[], columns: number): readonly number[] {
	return widths.map((width) => Math.max(0, Math.ceil(width / columns) - 1));
}

const escapes = /\x1b(?:\[[\d;:]*[mGX]|\]8;[^\x07\x1b]*(?:\x07|\x1b\\))/g;

/** The cells that a painted row takes. */
export function cellsOf(row: string): number {
	return cellWidth(row.replace(escapes, ''));
}
