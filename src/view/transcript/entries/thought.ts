import type { ThoughtEntry } from '../../../core/session/entries/entry.js';
import { wholeText } from '../../../core/text/growing-text.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { truncateStart } from '../../../core/text/width.js';
import { formatDuration } from '../../duration.js';
import { type Line, styled } from '../../line.js';
import { renderMarkdown } from '../../markdown/render.js';
import { clipLine, lineWidth } from '../../spans.js';
import { isOpen, type RenderContext } from '../context.js';
import { behindGutter, type Gutter, NO_GUTTER } from '../gutter.js';
import { dimmed, hang } from '../layout.js';
import { LONG_TEXT, type LongText } from '../text/long-text.js';
import { THINKING, thoughtFor } from '../transcript-messages.js';

/** In ms; a replayed thought has no duration. */
const LEAST_DURATION = 50;

export function renderThought(entry: ThoughtEntry, context: RenderContext): Line[] {
	const { width } = context;
	const isWhole = isOpen(entry.id, context);
	const head = headLine(entry, context, !isWhole);
	if (!isWhole || entry.text.trim() === '') return [head];
	const lines = entry.isStreaming
		? context.cache.stream(entry.id).show(wholeText(entry.id, entry.text), width, [{ text: '  ' }])
		: hang([{ text: '  ' }], width, (room) => renderMarkdown(entry.text, { width: room }));
	return [head, ...dimmed(lines)];
}

export function longThought(entry: ThoughtEntry, context: RenderContext, gutter: Gutter = NO_GUTTER): LongText | null {
	if (entry.text.length <= LONG_TEXT || !isOpen(entry.id, context)) return null;
	const width = context.width - gutter.width;
	const head = [behindGutter(gutter, headLine(entry, { ...context, width }, false))];
	const marker: Line = [{ text: ' '.repeat(gutter.width + 2) }];
	return context.cache.long(entry.id).take(wholeText(entry.id, entry.text), {
		width: context.width,
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
	return clipLine([styled(text, { color: 'muted', dim: true })], context.width);
}

function thinkingLine(entry: ThoughtEntry, context: RenderContext, withLastWords: boolean): Line {
	const took = context.now - entry.at;
	const head: Line = [
		styled(`∴ ${THINKING}`, { color: 'muted' }),
		...(took >= 1000 ? [styled(` ${formatDuration(took)}`, { color: 'muted', dim: true })] : []),
	];
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
