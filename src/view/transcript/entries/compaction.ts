import type { CompactionEntry } from '../../../core/session/entries/entry.js';
import { wholeText } from '../../../core/text/growing-text.js';
import { formatDuration } from '../../duration.js';
import { type Line, type Role, styled } from '../../line.js';
import { renderMarkdown } from '../../markdown/render.js';
import { isOpen, type RenderContext, spinnerFrame } from '../context.js';
import { dimmed, fitted, hang } from '../layout.js';
import { LONG_TEXT, type LongText } from '../text/long-text.js';
import { COMPACTION } from '../transcript-messages.js';
import { renderNotice } from './note.js';

export function renderCompaction(entry: CompactionEntry, context: RenderContext): Line[] {
	const lines = headLines(entry, context);
	if (!isOpen(entry.id, context) || entry.summary.trim() === '') return lines;
	return [
		...lines,
		...dimmed(hang([{ text: '  ' }], context.width, (room) => renderMarkdown(entry.summary, { width: room }))),
	];
}

export function longSummary(entry: CompactionEntry, context: RenderContext): LongText | null {
	if (entry.summary.length <= LONG_TEXT || !isOpen(entry.id, context)) return null;
	const { width } = context;
	const head = fitted(headLines(entry, context), width);
	const isStreaming = entry.status === 'in_progress';
	const summary = wholeText(`${entry.id} ${entry.summaryVersion ?? 0}`, entry.summary);
	return context.cache
		.long(entry.id)
		.take(summary, { width, marker: [{ text: '  ' }], isStreaming, isDim: true, head });
}

/** A spinner stands for the sign of a compaction in progress. */
const FACES: Readonly<Record<CompactionEntry['status'], { readonly sign: string; readonly color: Role }>> = {
	in_progress: { sign: '', color: 'accent' },
	completed: { sign: '◇', color: 'muted' },
	failed: { sign: '✗', color: 'error' },
	cancelled: { sign: '■', color: 'muted' },
	unknown: { sign: '◇', color: 'muted' },
};

function headLines(entry: CompactionEntry, context: RenderContext): Line[] {
	const { status } = entry;
	const isRunning = status === 'in_progress';
	const elapsed = isRunning ? context.now - entry.at : 0;
	const time = elapsed >= 1000 ? ` ${formatDuration(elapsed)}` : '';
	const hasSummary = (status === 'completed' || status === 'unknown') && entry.summary.trim() !== '';
	const title = `${COMPACTION[status]}${time}${hasSummary ? ` (summary: ctrl+o)` : ''}`;
	const { sign, color } = FACES[status];
	const marker: Line = [styled(`${isRunning ? spinnerFrame(context.spinner) : sign} `, { color })];
	return renderNotice({ marker, title, color: 'muted', detail: entry.error }, entry.id, context);
}
