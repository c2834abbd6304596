import type { MessageEntry, ThoughtEntry } from '../../../core/session/entries/entry.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { truncate, truncateStart } from '../../../core/text/width.js';
import { formatDuration } from '../../duration.js';
import { faint, type Line, muted, styled } from '../../line.js';
import { behindMargin, type MarkdownRoom } from '../../markdown/blocks.js';
import { plainWords, renderMarkdown } from '../../markdown/render-markdown.js';
import { clipLine, lineWidth } from '../../spans.js';
import { behindGutter, type Gutter } from '../gutter.js';
import { inColumn, isOpen, opennessOf, type RenderContext } from '../render-context.js';
import { LONG_TEXT, type LongText } from '../text/long-text.js';
import { textOfEntry } from '../text/streaming-text.js';
import { dimmed, fitted, hang } from '../transcript-layout.js';
import { thoughtFor } from '../transcript-messages.js';
import { oneLine } from './block-summary.js';

const MARKER: Line = [styled('● ', { color: 'accent' })];
const INNER_MARKER: Line = [muted('● ')];
const INNER_PROMPT: Line = [muted('› ')];

/** The first bullet of a list stands for the marker. */
const BEFORE_LIST: Line = [styled('  ', { color: 'accent' })];

export function markerOf(text: string, marker = MARKER): Line {
	return /^(?:[ \t]*\n)* {0,3}[-*+][ \t]+\S/.test(text) ? BEFORE_LIST : marker;
}

export function renderMessage(entry: MessageEntry, context: RenderContext): readonly Line[] {
	const { width } = context;
	if (entry.text.trim() === '') return [];
	if (entry.parentId !== undefined) return innerWords(entry, inColumn(context));
	if (entry.isStreaming)
		return context.cache.stream(entry.id).show(textOfEntry(entry), drawnRoom(entry, context), markerOf(entry.text));
	// A message that has just ended was drawn while it grew: only its tail is left to do.
	const stream = context.cache.knownStream(entry.id);
	if (stream !== undefined)
		return stream.show(textOfEntry(entry), drawnRoom(entry, context), markerOf(entry.text), false);
	return fitted(
		hang(markerOf(entry.text), width, (room) => renderMarkdown(entry.text, drawnRoom(entry, context, room))),
		width,
	);
}

/** The transcript view shows the source of what is drawn elsewhere. */
function drawnRoom(entry: MessageEntry, context: RenderContext, width = context.width): MarkdownRoom {
	const isDrawn = context.isDrawn === true && opennessOf(entry.id, context) !== 'all';
	return { ...behindMargin(context, context.width - width), isDrawn };
}

const GLANCE = 600;

function innerWords(entry: MessageEntry, context: RenderContext): readonly Line[] {
	const { width } = context;
	if (isOpen(entry.id, context)) {
		const inner = markerOf(entry.text, INNER_MARKER);
		const lines = entry.isStreaming
			? context.cache.stream(entry.id).show(textOfEntry(entry), { width }, inner)
			: hang(inner, width, (room) => renderMarkdown(entry.text, { width: room }));
		return dimmed(fitted(lines, width));
	}
	const room = Math.max(1, width - 2);
	const words = entry.isStreaming
		? truncateStart(glance(entry.text.slice(-GLANCE)), room)
		: truncate(glance(entry.text.slice(0, GLANCE)), room);
	const marker = entry.isPrompt === true ? INNER_PROMPT : INNER_MARKER;
	return fitted([[...marker, faint(words)]], width);
}

/** A bullet would stand beside the marker. */
function glance(text: string): string {
	return oneLine(plainWords(text)).replace(/^• /, '');
}

export function longMessage(entry: MessageEntry, context: RenderContext, gutter: Gutter): LongText | null {
	const isInner = entry.parentId !== undefined;
	if (entry.text.length <= LONG_TEXT || (isInner && !isOpen(entry.id, context))) return null;
	const marker = isInner
		? behindGutter(gutter, dimmed([markerOf(entry.text, INNER_MARKER)])[0] ?? [])
		: markerOf(entry.text);
	return context.cache
		.long(entry.id)
		.take(textOfEntry(entry), {
			...behindMargin(context, 0),
			marker,
			isStreaming: entry.isStreaming,
			isDim: isInner,
			isDrawn: !isInner && drawnRoom(entry, context).isDrawn === true,
		});
}

/** In ms; a replayed thought has no duration. */
const LEAST_DURATION = 50;

export function renderThought(entry: ThoughtEntry, context: RenderContext): Line[] {
	const { width } = context;
	const isWhole = isOpen(entry.id, context);
	const head = headLine(entry, inColumn(context), !isWhole);
	if (!isWhole || entry.text.trim() === '') return [head];
	const lines = entry.isStreaming
		? context.cache.stream(entry.id).show(textOfEntry(entry), behindMargin(context, 0), [{ text: '  ' }])
		: hang([{ text: '  ' }], width, (room) => renderMarkdown(entry.text, behindMargin(context, width - room)));
	return [head, ...dimmed(lines)];
}

export function longThought(entry: ThoughtEntry, context: RenderContext, gutter: Gutter): LongText | null {
	if (entry.text.length <= LONG_TEXT || !isOpen(entry.id, context)) return null;
	const inner = inColumn({ ...context, ...behindMargin(context, gutter.width) });
	const head = [behindGutter(gutter, headLine(entry, inner, false))];
	const marker: Line = [{ text: ' '.repeat(gutter.width + 2) }];
	return context.cache
		.long(entry.id)
		.take(textOfEntry(entry), {
			...behindMargin(context, 0),
			marker,
			isStreaming: entry.isStreaming,
			isDim: true,
			head,
		});
}

function headLine(entry: ThoughtEntry, context: RenderContext, withLastWords: boolean): Line {
	if (entry.isStreaming) return thinkingLine(entry, context, withLastWords);
	const took = (entry.endedAt ?? entry.at) - entry.at;
	const text = `∴ ${thoughtFor(took >= LEAST_DURATION ? formatDuration(took) : null)}`;
	return clipLine([faint(text)], context.width);
}

function thinkingLine(entry: ThoughtEntry, context: RenderContext, withLastWords: boolean): Line {
	const took = context.now - entry.at;
	const head: Line = [muted(`∴ Thinking…`), ...(took >= 1000 ? [faint(` ${formatDuration(took)}`)] : [])];
	const room = context.width - lineWidth(head) - 1;
	if (!withLastWords || room < 8) return clipLine(head, context.width);
	const recent = sanitizeLine(entry.text.slice(-room * 4))
		.replace(/[*_`#]+/g, '')
		.replace(/\s+/g, ' ')
		.trim();
	return recent === ''
		? head
		: [...head, styled(` ${truncateStart(recent, room)}`, { color: 'muted', dim: true, italic: true })];
}
