import type { UserEntry } from '../../../core/session/entries/entry.js';
import { foldPastes, pastedMark } from '../../../core/session/entries/pastes.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { truncate } from '../../../core/text/width.js';
import { type Line, type Span, styled } from '../../line.js';
import { noteOrigin } from '../../line-origin.js';
import { pictureLines } from '../../pictures/picture-lines.js';
import { lineWidth, padLine } from '../../spans.js';
import { isOpen, opennessOf, type RenderContext } from '../render-context.js';
import { LONG_TEXT, type LongText } from '../text/long-text.js';
import { textOfEntry } from '../text/streaming-text.js';
import { firstLines, fitted, hang, hiddenLine, paragraph } from '../transcript-layout.js';
import { omitted } from '../transcript-messages.js';
import { blockSummary, fileKeys } from './block-summary.js';

/** A pasted file would bury the answer. */
const FOLDED_LINES = 20;
const SHORT_LINES = 3;
/** The end of a long prompt is shown as well: the question often stands below what was pasted. */
const LAST_LINES = 3;
const MARKER: Line = [styled('› ', { color: 'user', bold: true })];

export function renderUser(entry: UserEntry, context: RenderContext): Line[] {
	const { width } = context;
	const openness = opennessOf(entry.id, context);
	const most = openness === 'folded' ? SHORT_LINES : openness === 'default' ? FOLDED_LINES : Number.POSITIVE_INFINITY;
	// Folded, pasted blocks are marks, so that the words beside them stay visible.
	const isWhole = most === Number.POSITIVE_INFINITY;
	const typed = isWhole ? undefined : entry.command;
	const text = sanitizeText(isWhole ? entry.text : (typed ?? foldPastes(entry.text, entry.pastes))).trimEnd();
	const lines = hang(MARKER, width, (room) => {
		const shown = text === '' && entry.blocks.length > 0 ? NOTHING : bothEnds(text, room, most);
		const marked = (part: readonly Line[]): readonly Line[] =>
			isWhole || entry.pastes === undefined ? part : part.map(withMarks);
		return [
			...marked(shown.lines),
			...(shown.hidden > 0 ? [hiddenLine(omitted.lines(shown.hidden), room)] : []),
			...marked(shown.last),
			...(typed === undefined ? [] : [hiddenLine(`sent as ${counted(entry.text.split('\n').length, 'line')}`, room)]),
			...linesBelow(entry, context, room),
		];
	});
	return lines.map((line) => onGround(line, width));
}

type Ends = { readonly lines: readonly Line[]; readonly hidden: number; readonly last: readonly Line[] };
const NOTHING: Ends = { lines: [], hidden: 0, last: [] };

function bothEnds(text: string, room: number, most: number): Ends {
	const first = firstLines(text, room, most);
	if (first.hidden === 0 || most <= SHORT_LINES) return { ...first, last: [] };
	const last = firstLines(text.split('\n').slice(-LAST_LINES).join('\n'), room, LAST_LINES);
	const head = firstLines(text, room, most - LAST_LINES);
	// Lines of more than one row, or hardly any left out: the beginning says more.
	if (last.hidden > 0 || head.hidden <= LAST_LINES) return { ...first, last: [] };
	return { lines: head.lines, hidden: head.hidden - LAST_LINES, last: last.lines };
}

export function longPrompt(entry: UserEntry, context: RenderContext): LongText | null {
	if (entry.text.length <= LONG_TEXT || !isOpen(entry.id, context)) return null;
	const { width } = context;
	const finish = (line: Line): Line => onGround(line, width);
	const margin: Line = [{ text: ' '.repeat(lineWidth(MARKER)) }];
	const foot = fitted(
		hang(margin, width, (room) => linesBelow(entry, context, room)),
		width,
	).map(finish);
	const text = textOfEntry({ ...entry, text: entry.text.trimEnd() });
	return context.cache
		.long(entry.id)
		.take(text, { width, marker: MARKER, isStreaming: false, isPlain: true, finish, foot });
}

function linesBelow(entry: UserEntry, context: RenderContext, room: number): Line[] {
	const isFolded = opennessOf(entry.id, context) === 'folded';
	return [
		...entry.blocks.flatMap((block, index) => {
			const picture = isFolded ? [] : pictureLines(block, room, context.pictures);
			// Without a gap the line above would read as the picture's caption.
			const gap: Line[] = picture.length > 0 && index > 0 ? [[]] : [];
			return [...gap, ...picture, blockSummary(block, room, fileKeys(block, context.areAllOpen), context.cwd)];
		}),
		...(entry.isSteered === true
			? [[styled(truncate('↳ sent into the running turn', room), { color: 'muted', italic: true })]]
			: []),
		...(entry.sentAlong === undefined
			? []
			: paragraph(sanitizeText(entry.sentAlong), room, { color: 'muted', italic: true })),
	];
}

function withMarks(line: Line): Line {
	return line.flatMap((span): Span[] => {
		const spans: Span[] = [];
		let from = 0;
		for (const { 0: mark, index } of span.text.matchAll(pastedMark)) {
			if (index > from) spans.push({ ...span, text: span.text.slice(from, index) });
			spans.push({ ...span, text: mark, style: { ...span.style, color: 'accent' } });
			from = index + mark.length;
		}
		return from === 0 ? [span] : [...spans, { ...span, text: span.text.slice(from) }];
	});
}

function onGround(line: Line, width: number): Line {
	const padded = padLine(line, width).map((span): Span => ({ ...span, style: { ...span.style, background: 'user' } }));
	return noteOrigin(padded, line, { padding: Math.max(0, width - lineWidth(line)) });
}
