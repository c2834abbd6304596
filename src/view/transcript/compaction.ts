import type { CompactionEntry } from '../../core/session/entry.js';
import { type Line, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render.js';
import { opennessOf, type RenderContext } from './context.js';
import { formatDuration } from './duration.js';
import { dimmed, hang } from './layout.js';
import { renderNotice } from './note.js';
import { spinnerFrame } from './spinner.js';

/** The agent made its context smaller: one line; the summary when it is opened. */
export function renderCompaction(entry: CompactionEntry, context: RenderContext): Line[] {
	const { sign, text, color } = face(entry, context);
	const lines = renderNotice(
		{ marker: [styled(`${sign} `, { color })], title: text, color: 'muted', detail: entry.error },
		entry.id,
		context,
	);
	const openness = opennessOf(entry.id, context);
	if ((openness !== 'open' && openness !== 'all') || entry.summary.trim() === '') return lines;
	return [
		...lines,
		...dimmed(hang([{ text: '  ' }], context.width, (room) => renderMarkdown(entry.summary, { width: room }))),
	];
}

function face(
	entry: CompactionEntry,
	context: RenderContext,
): { readonly sign: string; readonly text: string; readonly color: 'muted' | 'accent' | 'error' } {
	const more = entry.summary.trim() === '' ? '' : ' (summary: ctrl+o)';
	switch (entry.status) {
		case 'in_progress': {
			const elapsed = context.now - entry.at;
			const time = elapsed >= 1000 ? ` ${formatDuration(elapsed)}` : '';
			return { sign: spinnerFrame(context.spinner), text: `Compacting the context…${time}`, color: 'accent' };
		}
		case 'completed':
			return { sign: '◇', text: `Context compacted${more}`, color: 'muted' };
		case 'failed':
			return { sign: '✗', text: 'Compacting the context failed', color: 'error' };
		case 'cancelled':
			return { sign: '■', text: 'Compacting the context was cancelled', color: 'muted' };
		case 'unknown':
			return { sign: '◇', text: `Context compaction${more}`, color: 'muted' };
	}
}
