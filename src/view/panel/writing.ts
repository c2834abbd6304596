import { sanitizeText } from '../../core/text/sanitize.js';
import { draftOf } from '../composer/buffer.js';
import type { ComposerState } from '../composer/composer-state.js';
import { placeCursor } from '../composer/motions.js';
import { renderDraft, vimSelection } from '../composer/render-draft.js';
import { type Line, styled } from '../line.js';
import { clipLine, lineWidth } from '../spans.js';
import type { Body } from './box.js';
import type { PanelWriting } from './panel-texts.js';

/** Rows of a text, with its rule, on a screen with room and on a low one. */
const MOST_ROWS = 13;
const LEAST_ROWS = 3;
/** With fewer rows inside the words above the rows go first. */
const ROOM_FOR_WORDS = 9;

/** Shares the inside of a panel between words above, the rows and a text below. */
export function shareWriting(
	words: number,
	entries: number,
	inside: number,
): { readonly textRows: number; readonly list: number; readonly writing: number } {
	const textRows = Math.min(words, Math.max(0, inside < ROOM_FOR_WORDS ? 0 : Math.floor(inside / 4)));
	const left = inside - textRows;
	// Half of it is for the text, unless the list needs less.
	const half = Math.max(LEAST_ROWS, Math.ceil(left / 2));
	const writing = Math.max(0, Math.min(MOST_ROWS, Math.max(half, left - Math.max(1, entries)), left - 1));
	return { textRows, list: Math.min(Math.max(1, entries), left - writing), writing };
}

/** Adds the text below its rule, in exactly so many rows; `edited` is the one that has the keys. */
export function addWriting(
	body: Body,
	{ heading, text, hint }: PanelWriting,
	edited: ComposerState | undefined,
	rows: number,
	width: number,
): void {
	if (rows === 0) return;
	body.add([ruled(heading(width), width)]);
	const draft = edited?.draft ?? placeCursor(draftOf(sanitizeText(text)), 0, false);
	const view = { width, maxRows: rows - 1, prompt: '', placeholder: hint };
	const drawn = renderDraft(draft, view, 'accent', () => (edited === undefined ? [] : vimSelection(edited)));
	const lines = Array.from({ length: rows - 1 }, (_, row): Line => drawn.lines[row] ?? []);
	body.addFocus(lines, null, edited === undefined ? null : drawn.cursor);
}

function ruled(heading: Line, width: number): Line {
	const rest = width - lineWidth(heading) - 4;
	const rule = (cells: number) => styled('─'.repeat(Math.max(0, cells)), { color: 'muted', dim: true });
	return clipLine([rule(2), styled(' ', {}), ...heading, styled(' ', {}), rule(rest)], width);
}
