import type { CompactionEntry } from '../../../core/session/entries/entry.js';
import { wholeText } from '../../../core/text/growing-text.js';
import { formatDuration } from '../../duration.js';
import { type Line, styled } from '../../line.js';
import { renderMarkdown } from '../../markdown/render.js';
import { isOpen, type RenderContext } from '../context.js';
import { dimmed, fitted, hang } from '../layout.js';
import { COMPACTION, SUMMARY_HINT } from '../messages.js';
import { spinnerFrame } from '../spinner.js';
import { LONG_TEXT, type LongText } from '../text/long-text.js';
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
	const long = context.cache.long(entry.id);
	const isStreaming = entry.status === 'in_progress';
	const summary = wholeText(`${entry.id} ${entry.summaryVersion ?? 0}`, entry.summary);
	long.take(summary, { width, marker: [{ text: '  ' }], isStreaming, isDim: true, head });
	return long;
}

function headLines(entry: CompactionEntry, context: RenderContext): Line[] {
	const { sign, text, color } = face(entry, context);
	return renderNotice(
		{ marker: [styled(`${sign} `, { color })], title: text, color: 'muted', detail: entry.error },
		entry.id,
		context,
	);
}

function face(
	entry: CompactionEntry,
	context: RenderContext,
): { readonly sign: string; readonly text: string; readonly color: 'muted' | 'accent' | 'error' } {
	const more = entry.summary.trim() === '' ? '' : ` ${SUMMARY_HINT}`;
	switch (entry.status) {
		case 'in_progress': {
			const elapsed = context.now - entry.at;
			const time = elapsed >= 1000 ? ` ${formatDuration(elapsed)}` : '';
			return { sign: spinnerFrame(context.spinner), text: `${COMPACTION.in_progress}${time}`, color: 'accent' };
		}
		case 'completed':
			return { sign: '◇', text: `${COMPACTION.completed}${more}`, color: 'muted' };
		case 'failed':
			return { sign: '✗', text: COMPACTION.failed, color: 'error' };
		case 'cancelled':
			return { sign: '■', text: COMPACTION.cancelled, color: 'muted' };
		case 'unknown':
			return { sign: '◇', text: `${COMPACTION.unknown}${more}`, color: 'muted' };
	}
}
