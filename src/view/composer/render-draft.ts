import { changesOf, type Mention, mentionsIn } from '../../core/mention.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../core/text/width.js';
import { faint, type Line, muted, plain, type Role, type Span, type Style, styled } from '../line.js';
import { clipLine } from '../spans.js';
import { selectionOf } from './buffer.js';
import { chipsIn } from './chips.js';
import type { ComposerState, HistorySearch } from './composer-state.js';
import type { Draft } from './draft.js';
import { layoutDraft, visibleRows } from './draft-layout.js';
import { withoutSlash } from './known-files.js';
import { isShellDraft, withoutSign } from './shell-mode.js';
import { parseSlash } from './slash.js';
import { type DraftRow, drawnText, textWidth } from './wrap-draft.js';

/** Layout inside the composer's frame; `width` in cells, the prompt (`> `) included. */
export type ComposerView = {
	readonly width: number;
	readonly maxRows: number;
	readonly prompt: string;
	readonly placeholder: string;
};

export type DrawnComposer = {
	readonly lines: readonly Line[];
	readonly cursor: { readonly row: number; readonly column: number } | null;
	/** First cell of the text, its rows, and their maximum; absent where it takes no clicks. */
	readonly text?: { readonly row: number; readonly column: number; readonly rows: number; readonly maxRows: number };
};

const SHELL_PROMPT = '! ';

export function textColumns(width: number, prompt: string): number {
	return Math.max(2, width - cellWidth(prompt));
}

export function renderComposer(state: ComposerState, view: ComposerView): DrawnComposer {
	if (state.search !== null) return renderSearch(state, state.search, view);
	if (!isShellDraft(state.draft)) {
		return renderDraft(state.draft, view, 'accent', (from, to) => [
			...understoodWords(state, from, to),
			...vimSelection(state),
		]);
	}
	const shell = {
		...view,
		prompt: SHELL_PROMPT,
		placeholder: 'a command for your shell; a second ! keeps it from the agent',
	};
	const draft = withoutSign(state.draft);
	const [program = ''] = /^!?\s*\S*/.exec(draft.text) ?? [];
	return renderDraft(draft, shell, 'warning', () => [{ start: 0, end: program.length, style: { color: 'warning' } }]);
}

export function vimSelection({ vim, draft }: ComposerState): readonly Mark[] {
	const range = vim?.selection(draft) ?? null;
	return range === null ? [] : [{ ...range, style: { background: 'selection' } }];
}

export function renderDraft(
	draft: Draft,
	view: ComposerView,
	color: Role,
	wordsIn: (from: number, to: number) => readonly Mark[] = () => [],
): DrawnComposer {
	const indent = cellWidth(view.prompt);
	const columns = textColumns(view.width, view.prompt);
	const prompt = styled(view.prompt, { color, bold: color === 'warning' });
	if (draft.text === '') {
		const hint = truncate(sanitizeLine(view.placeholder), columns);
		const spans = hint === '' ? [] : [faint(hint)];
		return { lines: [[prompt, ...spans]], cursor: { row: 0, column: indent } };
	}
	const layout = layoutDraft(draft, columns);
	const { top, rows } = visibleRows(layout, view.maxRows);
	const last = rows.length - 1;
	const words = wordsIn(rows[0]?.start ?? 0, rows[last]?.end ?? 0);
	const lines = rows.map((row, index): Line => {
		const isAbove = index === 0 && top > 0;
		const isBelow = index === last && index > 0 && top + rows.length < layout.rows.length;
		const arrow = isAbove ? '↑' : isBelow ? '↓' : '';
		const margin = arrow === '' || indent === 0 ? plain(' '.repeat(indent)) : muted(padEnd(arrow, indent));
		return [top + index === 0 ? prompt : margin, ...spansOf(draft, row, words)];
	});
	return { lines, cursor: { row: layout.cursorRow - top, column: indent + layout.cursorColumn } };
}

function spansOf(draft: Draft, row: DraftRow, words: readonly Mark[]): readonly Span[] {
	const selection = selectionOf(draft);
	const chips = draft.chips.size === 0 ? [] : chipsIn(draft, Math.max(0, row.start - 64), row.end + 64);
	const marks: readonly Mark[] = [
		...chips.map(({ start, end }): Mark => ({ start, end, style: { color: 'accent' } })),
		...words,
		...(selection === null ? [] : [{ ...selection, style: { background: 'selection' } as const }]),
	];
	const cuts = new Set([row.start, row.end]);
	for (const { start, end } of marks) {
		if (start > row.start && start < row.end) cuts.add(start);
		if (end > row.start && end < row.end) cuts.add(end);
	}
	const places = [...cuts].sort((first, second) => first - second);
	let column = 0;
	return places.slice(0, -1).map((start, index) => {
		const piece = draft.text.slice(start, places[index + 1]);
		const text = drawnText(piece, column);
		column += textWidth(piece, column);
		const styles = marks.filter((mark) => mark.start <= start && start < mark.end).map(({ style }) => style);
		return styles.length === 0 ? plain(text) : styled(text, Object.assign({}, ...styles));
	});
}

function renderSearch(state: ComposerState, search: HistorySearch, view: ComposerView): DrawnComposer {
	const match = search.matches[search.selected];
	const rows = match === undefined ? [] : matchLines(match.text, match.start, match.end, view);
	const count = search.matches.length;
	const nothing = search.query === '' ? '' : '  nothing found';
	const found = count > 0 ? `  ${search.selected + 1} of ${count}` : nothing;
	const label = 'search: ';
	const room = Math.max(1, view.width - cellWidth(label) - 1);
	const query = cellWidth(search.query) > room ? truncate(search.query, room) : search.query;
	const line = [styled(label, { color: 'accent' }), plain(query), muted(found)];
	const column = Math.min(view.width - 1, cellWidth(label) + cellWidth(query));
	const shown = rows.length > 0 ? rows : [[plain(truncate(sanitizeLine(state.draft.text.slice(0, 400)), view.width))]];
	const kept = shown.slice(0, Math.max(0, view.maxRows - 1));
	return { lines: [...kept, clipLine(line, view.width)], cursor: { row: kept.length, column } };
}

function matchLines(text: string, start: number, end: number, view: ComposerView): Line[] {
	const lineFrom = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
	const from = start - lineFrom > view.width / 2 ? Math.max(lineFrom, start - Math.floor(view.width / 2)) : lineFrom;
	const head = sanitizeLine(text.slice(from, start).toWellFormed());
	const found = sanitizeLine(text.slice(start, end));
	const [rest = '', ...further] = text
		.slice(end, end + view.width * view.maxRows)
		.toWellFormed()
		.split('\n');
	const first: Line = [
		plain(from > lineFrom ? `…${head}` : head),
		styled(found, { bold: true, underline: true }),
		plain(sanitizeLine(rest)),
	];
	const lines = [first, ...further.map((line): Line => [plain(sanitizeLine(line))])];
	return lines.slice(0, Math.max(1, view.maxRows - 1)).map((line) => clipLine(line, view.width));
}

type Mark = { readonly start: number; readonly end: number; readonly style: Style };

/** Longer than any mention. */
const MARGIN = 2100;

function understoodWords(state: ComposerState, from: number, to: number): readonly Mark[] {
	const { text } = state.draft;
	const start = Math.max(0, from - MARGIN);
	const mentions = text.includes('@') ? mentionsIn(text.slice(start, to + MARGIN)) : [];
	const marks = mentions.flatMap((mention): Mark[] => {
		const style = mentionStyle(mention, state, start);
		// At the cut a word may only seem to begin.
		if (style === null || (start > 0 && mention.start === 0)) return [];
		return [{ start: start + mention.start, end: start + mention.end, style }];
	});
	return [...commandWord(state), ...marks];
}

function mentionStyle(mention: Mention, { files, draft }: ComposerState, shift: number): Style | null {
	const path = withoutSlash(mention.path);
	if (changesOf(mention) !== null || files.found.has(path)) return { color: 'link' };
	const isWritten = shift + mention.start <= draft.cursor && draft.cursor <= shift + mention.end;
	return files.missing.has(path) && !isWritten ? { color: 'warning', underline: true } : null;
}

function commandWord({ draft: { text }, sources }: ComposerState): readonly Mark[] {
	const command = parseSlash(text, sources.local, sources.agent, sources.own);
	if (command === null || command.kind === 'unknown') return [];
	const end = text.indexOf(command.typed, 1) + command.typed.length;
	return [{ start: 0, end, style: { color: 'accent' } }];
}
