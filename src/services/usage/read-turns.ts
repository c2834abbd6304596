import { statSync } from 'node:fs';
import { fieldsOf } from '../../core/is-record.js';
import { jsonIn } from '../../core/json-in.js';
import { LOG_FORMAT } from '../../core/sessions/log-format.js';
import type { LoggedTurn } from '../../core/usage/group-turns.js';
import { readTurnLine } from '../../core/usage/read-turn-line.js';
import { TURN_LINE_START } from '../../core/usage/turn-usage.js';
import { isFolder } from '../files/what-is-there.js';
import { eachPart, marked, type OpenLog, withLog } from '../sessions/index/log-bytes.js';
import { namesIn, recordFiles } from '../sessions/index/record-files.js';
import { createPace } from '../snapshots/pace.js';

const MOST_HEADER = 64 * 1024;
/** Milliseconds; a file's time and the times in it may come from different clocks. */
const CLOCK_MARGIN = 24 * 3600 * 1000;
const LINE_FEED = 0x0a;
const MARK = Buffer.from(TURN_LINE_START);

/**
 * The turns that ended since a time (ms since the epoch; null: all), read from the session logs in a folder. Only the
 * lines of turns are parsed; unreadable logs count as empty. Null: no such folder.
 */
export async function readTurns(folder: string, since: number | null): Promise<readonly LoggedTurn[] | null> {
	if (!(await isFolder(folder))) return null;
	const { ids } = await namesIn(folder).catch(() => ({ ids: [] }));
	const turns: LoggedTurn[] = [];
	const pace = createPace();
	for (const id of ids) {
		await pace();
		const logged = turnsIn(recordFiles(folder).log(id), since ?? 0);
		turns.push(...logged.filter(({ turn }) => since === null || turn.endedAt >= since));
	}
	return turns;
}

function turnsIn(file: string, since: number): readonly LoggedTurn[] {
	try {
		if (statSync(file).mtimeMs < since - CLOCK_MARGIN) return [];
		return withLog(file, loggedIn) ?? [];
	} catch {
		// The log was removed meanwhile, or may not be read.
		return [];
	}
}

function loggedIn(log: OpenLog): readonly LoggedTurn[] {
	const head = log.read(0, Math.min(MOST_HEADER, log.size));
	const end = head.indexOf(LINE_FEED);
	const { format, cwd: project } = fieldsOf(jsonIn(head.toString('utf8', 0, Math.max(0, end))));
	if (format !== LOG_FORMAT || typeof project !== 'string') return [];
	const turns: LoggedTurn[] = [];
	eachPart(log, end + 1, (lines) => {
		for (const { line } of marked(lines, MARK)) {
			const turn = readTurnLine(line);
			if (turn !== null) turns.push({ turn, project });
		}
	});
	return turns;
}
