import type { MessageEntry } from '../../core/session/entry.js';
import { type Line, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render.js';
import type { RenderCache } from './cache.js';
import type { RenderContext } from './context.js';
import { fitted, hang } from './layout.js';

const MARKER: Line = [styled('● ', { color: 'accent' })];

/** The agent's words: Markdown behind a marker. While it streams only the unfinished tail is drawn again. */
export function renderMessage(entry: MessageEntry, context: RenderContext, cache: RenderCache): readonly Line[] {
	const { width } = context;
	if (entry.text.trim() === '') return [];
	if (entry.isStreaming) return cache.stream(entry.id).show(entry.text, width, MARKER);
	// What has just ended was drawn while it grew: only its tail is left to do.
	const stream = cache.knownStream(entry.id);
	if (stream !== undefined) return stream.show(entry.text, width, MARKER, false);
	return fitted(
		hang(MARKER, width, (room) => renderMarkdown(entry.text, { width: room })),
		width,
	);
}
