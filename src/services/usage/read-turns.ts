import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import { isRecordId } from '../../core/session-record.js';
import { LOG_FORMAT } from '../../core/sessions/log-format.js';
import type { LoggedTurn } from '../../core/usage/group-turns.js';
import { MOST_TURN_LINE, readTurnLine } from '../../core/usage/read-turn-line.js';
import { TURN_LINE_START } from '../../core/usage/turn-usage.js';
import { READ_FLAGS } from '../files/opened.js';

const CHUNK = 256 * 1024;
const MOST_HEADER = 64 * 1024;
const AT_ONCE = 8;
/** Milliseconds; a file's time and the times in it may come from different clocks. */
const CLOCK_MARGIN = 24 * 3600 * 1000;
const NEWLINE = 0x0a;
const NEEDLE = Buffer.from(`\n${TURN_LINE_START}`);

/**
 * The turns that ended since a time (ms since the epoch; null: all), read from the session logs in a folder. Only the
 * lines of turns are parsed; unreadable logs count as empty. Null: no such folder.
 */
export async function readTurns(folder: string, since: number | null): Promise<readonly LoggedTurn[] | null> {
	const names = await readdir(folder).catch(() => null);
	if (names === null) return null;
	const logs = names.filter((name) => name.endsWith('.jsonl') && isRecordId(name.slice(0, -'.jsonl'.length)));
	const turns: LoggedTurn[] = [];
	let next = 0;
	const work = async (): Promise<void> => {
		for (let name = logs[next++]; name !== undefined; name = logs[next++]) {
			for (const logged of await readLog(join(folder, name), since).catch(() => [])) {
				if (since === null || logged.turn.endedAt >= since) turns.push(logged);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return turns;
}

async function readLog(path: string, since: number | null): Promise<readonly LoggedTurn[]> {
	await using handle = await open(path, READ_FLAGS);
	const facts = await handle.stat();
	const isOld = since !== null && facts.mtimeMs < since - CLOCK_MARGIN;
	return !facts.isFile() || isOld ? [] : await turnsIn(handle);
}

async function turnsIn(handle: FileHandle): Promise<readonly LoggedTurn[]> {
	const turns: LoggedTurn[] = [];
	const chunk = Buffer.allocUnsafe(CHUNK);
	let project: string | null = null;
	/** The bytes after the last line feed. */
	let rest: Buffer = Buffer.alloc(0);
	for (;;) {
		const { bytesRead } = await handle.read(chunk, 0, CHUNK, null);
		const bytes = bytesRead === 0 ? rest : Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
		if (project === null) {
			project = projectOf(bytes);
			if (project === null && bytes.length < MOST_HEADER && bytesRead > 0) {
				rest = bytes;
				continue;
			}
			if (project === null) return [];
		}
		const found = linesOf(bytes);
		for (const line of found.lines) {
			const turn = readTurnLine(line);
			if (turn !== null) turns.push({ turn, project });
		}
		if (bytesRead === 0) return turns;
		rest = found.rest;
	}
}

/** The folder in the log's header; null where the first line is no header, or incomplete. */
function projectOf(bytes: Buffer): string | null {
	const end = bytes.indexOf(NEWLINE);
	if (end < 0 || end > MOST_HEADER) return null;
	const { format, cwd } = fieldsOf(jsonIn(bytes.toString('utf8', 0, end)));
	return format === LOG_FORMAT && typeof cwd === 'string' ? cwd : null;
}

function linesOf(bytes: Buffer): { readonly lines: readonly string[]; readonly rest: Buffer } {
	const lines: string[] = [];
	let from = 0;
	for (;;) {
		const start = bytes.indexOf(NEEDLE, from);
		// The beginning of what is looked for may stand at the end.
		if (start < 0)
			return { lines, rest: Buffer.from(bytes.subarray(Math.max(from, bytes.length - NEEDLE.length + 1))) };
		const end = bytes.indexOf(NEWLINE, start + 1);
		if (end < 0 && bytes.length - start <= MOST_TURN_LINE) return { lines, rest: Buffer.from(bytes.subarray(start)) };
		if (end >= 0) lines.push(bytes.toString('utf8', start + 1, end));
		from = end < 0 ? start + 1 : end;
	}
}
