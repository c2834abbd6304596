import { isRecord } from '../is-record.js';
import { TERMINAL_TAIL_CHARS } from '../tool-call.js';
import type { RunningTurn } from './log-format.js';

/** Characters of a joined line: it is read and parsed in one go. */
const MOST_CHARS = 64 * 1024;

/** Longest pause between joined chunks (ms): how long an agent was silent separates messages. */
const MOST_PAUSE = 500;

type Chunk = { readonly same: readonly string[]; readonly text: string; readonly most: number };

const CHUNKS = new Map<unknown, Chunk>([
	['text', { same: ['role', 'messageId', 'parentId'], text: 'text', most: MOST_CHARS }],
	['compaction-chunk', { same: ['compactionId'], text: 'text', most: MOST_CHARS }],
	['terminal-output', { same: ['terminalId', 'toolCallId'], text: 'data', most: TERMINAL_TAIL_CHARS }],
	['command-output', { same: ['commandId'], text: 'data', most: TERMINAL_TAIL_CHARS }],
]);

type Line = {
	readonly at: number;
	readonly until?: number;
	readonly event?: unknown;
	readonly turn?: RunningTurn;
	readonly next?: number;
};

/** Joins two lines of one text; a replay gives the same. Null for others, and for the user's own words. */
export function joinLines<L extends Line>(first: L, second: L): L | null {
	const one = first.event;
	const other = second.event;
	if (!isRecord(one) || !isRecord(other) || one['type'] !== other['type']) return null;
	const chunk = CHUNKS.get(one['type']);
	if (chunk === undefined || one['role'] === 'user') return null;
	if (second.turn !== undefined || second.next !== undefined) return null;
	const pause = second.at - (first.until ?? first.at);
	if (!(pause >= 0 && pause <= MOST_PAUSE)) return null;
	for (const key of chunk.same) if (one[key] !== other[key]) return null;
	const before = one[chunk.text];
	const more = other[chunk.text];
	// An empty chunk begins nothing.
	if (typeof before !== 'string' || typeof more !== 'string' || before === '') return null;
	if (before.length + more.length > chunk.most) return null;
	return { ...first, event: { ...one, [chunk.text]: before + more }, until: second.until ?? second.at };
}
