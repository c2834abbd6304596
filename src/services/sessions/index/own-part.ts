import { isOtherHeader } from '../../../core/sessions/recover-header.js';
import { linesWith, type OpenLog } from './log-bytes.js';

const FORMAT = Buffer.from('"format":"acp-tui-session"');

/** The offset at which another session's log begins, searched from `start`; null without one. */
export function endOfOwn(log: OpenLog, start: number): number | null {
	let found: number | null = null;
	linesWith(log, start, FORMAT, (line, at) => {
		if (found === null && isOtherHeader(line)) found = at;
	});
	return found;
}
