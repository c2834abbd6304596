import { entryAt } from '../../core/session/entries/entry-list.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, muted, plain, type Span, styled } from '../line.js';
import { clipLine, padLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { blockAt, gapBefore } from '../transcript/block.js';
import type { RenderContext } from '../transcript/context.js';
import { Measure, promptAt } from '../transcript/landmarks.js';
import type { Position } from '../transcript/position.js';
import type { TranscriptWindow } from '../transcript/window.js';

/** With fewer rows all of them are the transcript's. */
const LEAST_ROWS = 5;
const MOST_PROMPT = 400;

type Upper = { readonly header: readonly Line[]; readonly lines: readonly Line[] };

/** Puts the prompt that the rows belong to above them, and a column with the place in the transcript behind them. */
export function scrolledRows(
	context: ScreenContext,
	transcript: RenderContext,
	window: TranscriptWindow,
	{ header, lines }: Upper,
): Upper {
	const { isTranscriptView } = context.ui;
	const first = window.rows[0];
	const isShort = window.isAtEnd && first?.entry === 0 && first.line === 0;
	if (first === undefined || lines.length < LEAST_ROWS || isShort || (window.isAtEnd && !isTranscriptView))
		return { header, lines };
	const prompt = window.isAtEnd ? null : promptAbove(context, first, transcript.width);
	// Without a blank row below the header it covers a row, but no head of a card.
	const isAbove = header.at(-1)?.length === 0;
	const isOver = !isAbove && first.line !== gapBefore(context.session.entries, first.entry);
	const rows = prompt === null || !isOver ? lines : lines.with(0, prompt);
	const column = markColumn(context, transcript, window, first, lines.length);
	const marked = rows.map((line, row) => {
		const mark = column[row];
		if (mark === undefined) return line;
		return [...padLine(clipLine(line, transcript.width), transcript.width), mark];
	});
	if (prompt === null || !isAbove) return { header, lines: marked };
	return { header: header.with(-1, [plain(' '), ...prompt]), lines: marked };
}

function promptAbove({ session, ui }: ScreenContext, first: Position, width: number): Line | null {
	const { entries } = session;
	const at = promptAt(entries, first.entry);
	const entry = entryAt(entries, at);
	if (entry?.kind !== 'user' || (at === first.entry && first.line <= gapBefore(entries, at))) return null;
	const id = ui.isTranscriptView ? 'transcript-previous-prompt' : 'scroll-previous-prompt';
	const style = { color: 'muted', background: 'bar', target: { type: 'action', id } } as const;
	const words = sanitizeLine(clip(entry.text.trimStart(), MOST_PROMPT));
	return padLine(clipLine([styled(`› ${words}`, style)], width), width, style);
}

const FOUND: Span = styled('◆', { color: 'warning' });
const FAILURE: Span = styled('✗', { color: 'error' });
const PROMPT: Span = styled('›', { color: 'accent' });
const IN_SIGHT: Span = muted('┃');

/** A cell for each row; undefined: nothing. What was found covers a failure, and that a prompt. */
function markColumn(
	{ session, ui }: ScreenContext,
	transcript: RenderContext,
	{ rows: inSight }: TranscriptWindow,
	first: Position,
	rows: number,
): readonly (Span | undefined)[] {
	const { entries } = session;
	const measure = new Measure(entries);
	const rowAt = ({ entry, line }: Position): number => {
		const { height } = blockAt(entries, entry, transcript);
		return measure.row(measure.above(entry, height === 0 ? 0 : line / height), rows);
	};
	const marks = new Map<number, Span>();
	for (const row of measure.rowsOf('prompt', rows)) marks.set(row, PROMPT);
	for (const row of measure.rowsOf('failure', rows)) marks.set(row, FAILURE);
	for (const { entry } of ui.search?.scan?.hits ?? []) marks.set(measure.row(measure.above(entry), rows), FOUND);
	const [from, to] = [rowAt(first), rowAt(inSight.at(-1) ?? first)];
	return Array.from({ length: rows }, (_, row) => {
		const mark = marks.get(row);
		if (row < from || row > to) return mark;
		const { text, style } = mark ?? IN_SIGHT;
		return styled(text, { ...style, background: 'bar' });
	});
}
