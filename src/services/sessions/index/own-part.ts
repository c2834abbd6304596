import { isOtherHeader } from '../../../core/sessions/recover-header.js';
import { linesWith, type OpenLog } from './log-bytes.js';

const FORMAT = Buffer.from('"format":"acp-tui-session"');

/** Where in a log the one of another session begins, looked for from `start` on; null: nowhere. */
export function endOfOwn(log: OpenLog, start: number): number | null {
	let found: number | null = null;
	linesWith(log, start, FORMAT, (line, at) => {
		if (found === null && isOtherHeader(line)) found = at;
	});
	return found;
}
