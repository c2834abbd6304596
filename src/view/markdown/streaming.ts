import type { Line } from '../line.js';
import { renderMarkdown } from './render.js';

/** Renders one growing Markdown text; keep one for each message. */
export type StreamingMarkdown = {
	/**
	 * The lines of the text so far. What is finished keeps its Line objects from call to call, so a painter's cache holds.
	 * With `isStreaming: false` the result equals `renderMarkdown(source, {width})`. Any text may follow any text; one that
	 * does not continue the last one starts anew.
	 */
	readonly render: (source: string, width: number, options?: { readonly isStreaming?: boolean }) => readonly Line[];
};

/** A renderer whose cost follows what was appended, not what was there. */
export function createStreamingMarkdown(): StreamingMarkdown {
	return {
		render: (source, width, options) => renderMarkdown(source, { width, isStreaming: options?.isStreaming ?? true }),
	};
}
