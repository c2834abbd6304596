import type { SessionRow } from '../../core/sessions/session-index.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { quote } from '../quote.js';

export const unknownSession = (id: string): string =>
	`--resume ${quote(id)}: there is no such session ("acp-tui sessions --all" lists them)`;
export const noAgentList = (agent: string, why: string): string =>
	`${sanitizeLine(agent)} could not be asked for its sessions: ${sanitizeLine(why)}`;
export const ambiguousSession = (id: string, rows: readonly SessionRow[]): string => {
	const named = rows.slice(0, 5).map((row) => `${row.id} ${quote(titleOf(row))}`);
	const more = rows.length > named.length ? ' …' : '';
	return `--resume ${quote(id)}: several sessions begin so: ${named.join(', ')}${more}`;
};
export const NO_SESSION_YET = 'There is no session here to continue; this is a new one.';
export const otherAgent = ({ id, agent }: SessionRow): string =>
	`session ${id} is one of ${quote(agent)}, not of the agent that is named; leave the agent out`;
export const otherFolder = ({ id, cwd }: SessionRow): string =>
	`session ${id} belongs to ${quote(cwd)}; leave --cwd out, or begin a new one`;
export const folderGone = ({ id, cwd }: SessionRow): string =>
	`the folder ${quote(cwd)} of session ${id} is gone; "acp-tui sessions export ${id}" prints what was said`;
export const worksIn = (folder: string): string => `Working in ${sanitizeLine(folder)}, where this session belongs.`;
const isOpen = (row: SessionRow, pid: number | undefined): string =>
	`“${titleOf(row)}” is still open in another acp-tui${pid === undefined ? '' : ` (pid ${pid})`}`;
export const openElsewhere = (row: SessionRow, pid: number | undefined): string =>
	`${isOpen(row, pid)}: close it there, or add --fork to continue in a copy`;
export const stillOpen = (row: SessionRow, pid: number | undefined): string =>
	`${isOpen(row, pid)}: read it or continue in a copy.`;
export const tooNew = ({ id }: SessionRow): string =>
	`session ${id} was written by a newer acp-tui, so this one can only print it: acp-tui sessions export ${id}`;
export const newerIsOpen = (row: SessionRow, pid: number | undefined): string =>
	`${isOpen(row, pid)}: this is the session before it. acp-tui --resume ${row.id} reads or copies that one.`;
export const unreadable = (ids: readonly string[]): string =>
	ids.length === 1
		? `A session log cannot be read: ${ids[0]}.jsonl is damaged.`
		: `${ids.length} session logs cannot be read: ${ids.slice(0, 3).join(', ')} are damaged.`;
export const NEW_INSTEAD = 'No other session of this folder can be continued; this is a new one.';

function titleOf({ title }: SessionRow): string {
	return sanitizeLine(title.slice(0, 60));
}
