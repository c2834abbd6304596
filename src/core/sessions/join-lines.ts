import { TERMINAL_TAIL_CHARS } from '../tool-call.js';
import type { LogLine } from './log-format.js';

/** What is joined at most: a line is read and parsed in one go. */
const MOST_CHARS = 64 * 1024;

/** No two chunks are joined that are further apart (ms): how long an agent was silent tells messages apart. */
const MOST_PAUSE = 500;

/** The fields that tell whether two chunks belong to each other, and the one that holds their text. */
const CHUNKS: Readonly<
	Record<string, { readonly same: readonly string[]; readonly text: string; readonly most: number }>
> = {
	text: { same: ['role', 'messageId', 'parentId'], text: 'text', most: MOST_CHARS },
	'compaction-chunk': { same: ['compactionId'], text: 'text', most: MOST_CHARS },
	'terminal-output': { same: ['terminalId', 'toolCallId'], text: 'data', most: TERMINAL_TAIL_CHARS },
	'command-output': { same: ['commandId'], text: 'data', most: TERMINAL_TAIL_CHARS },
};

/**
 * Two lines as one, where the second only goes on with the text of the first: a replay comes to the same. Null where they
 * are to stay apart. What the person said is never joined: each chunk is compared with their prompt.
 */
export function joinLines(first: LogLine, second: LogLine): LogLine | null {
	const one = first.event;
	const other = second.event;
	if (one === undefined || other === undefined || one.type !== other.type) return null;
	const chunk = Object.hasOwn(CHUNKS, one.type) ? CHUNKS[one.type] : undefined;
	if (chunk === undefined || one['role'] === 'user') return null;
	if (second.turn !== undefined || second.next !== undefined) return null;
	const pause = second.at - (first.until ?? first.at);
	if (!(pause >= 0 && pause <= MOST_PAUSE)) return null;
	if (!chunk.same.every((key) => one[key] === other[key])) return null;
	// An empty chunk begins nothing.
	if (one[chunk.text] === '') return null;
	const text = `${one[chunk.text]}${other[chunk.text]}`;
	if (text.length > chunk.most) return null;
	return { ...first, event: { ...one, [chunk.text]: text }, until: second.at };
}
