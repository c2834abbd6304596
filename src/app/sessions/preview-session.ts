import { NOTHING_SAID } from '../../core/sessions/list-messages.js';
import type { SessionLogsPort } from '../../core/sessions/ports.js';
import type { SessionRow } from '../../core/sessions/session-index.js';
import type { SessionPreview } from '../../core/sessions/session-list.js';
import { previewOf } from '../../core/sessions/session-preview.js';

/** Log lines searched for the last exchanges; a turn with many tool calls has hundreds. */
const MOST_LINES = 1500;
/** Characters; longer lines hold files, not words. */
const MOST_OF_LINE = 200_000;

/** Last exchanges of a session, from its log. The result after an abort is meaningless. */
export async function previewSession(
	logs: SessionLogsPort,
	{ id, prompts }: SessionRow,
	signal: AbortSignal,
): Promise<SessionPreview> {
	const nothing = (problem: string): SessionPreview => ({ exchanges: [], earlier: 0, problem });
	const opened = await logs.read(id);
	if (!opened.ok) return nothing(opened.failure.message);
	let last: string[] = [];
	try {
		for await (const lines of opened.value.lines()) {
			if (signal.aborted) break;
			for (const line of lines) if (line.length <= MOST_OF_LINE) last.push(line);
			if (last.length > 2 * MOST_LINES) last = last.slice(-MOST_LINES);
		}
	} catch (error) {
		return nothing(error instanceof Error ? error.message : String(error));
	}
	const preview = previewOf(last.slice(-MOST_LINES), prompts);
	return preview.exchanges.length === 0 ? nothing(NOTHING_SAID) : preview;
}
