import type { SessionHit, SessionRow } from '../../../core/sessions/session-index.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../../core/text/width.js';
import { money } from '../../../view/money.js';
import { shortDirectory } from '../../../view/status/session-words.js';
import type { Style } from '../../style.js';
import { AT_AGENT, STATES, UNTITLED } from './messages.js';

export type TableLook = {
	readonly style: Style;
	/** Columns of the terminal; endless where there is none. */
	readonly columns: number;
	readonly home: string;
	readonly now: number;
	readonly hasFolders: boolean;
};

/** Characters of a row's texts that are looked at. */
const MOST_CHARS = 1000;
const ID = 12;
/** The beginning of an id, which is as good. */
const NARROW_ID = 6;
const AGE = 8;
const MOST_AGENT = 16;
const MOST_FOLDER = 32;
const LEAST_TITLE = 16;

/** The sessions below each other: id, age, agent, folder, title, state and cost, as wide as the terminal. */
export function sessionTable(rows: readonly (SessionRow | SessionHit)[], look: TableLook): string {
	const agentWidth = Math.min(MOST_AGENT, Math.max(0, ...rows.map((row) => cellWidth(clean(row.agent)))));
	const folders = look.hasFolders ? rows.map((row) => clean(shortDirectory(row.cwd, look.home))) : [];
	const folderWidth = Math.min(MOST_FOLDER, Math.max(0, ...folders.map(cellWidth)));
	const fixed = ID + 2 + AGE + 2 + agentWidth + 2;
	const isWide = look.columns - fixed - (folderWidth + 2) >= LEAST_TITLE;
	const isNarrow = look.columns - fixed < LEAST_TITLE;
	return rows
		.map((row, at) => {
			const folder = look.hasFolders && isWide && folderWidth > 0 ? truncate(folders[at] ?? '', folderWidth) : null;
			const start = [
				isNarrow ? clean(row.id).slice(0, NARROW_ID).padEnd(NARROW_ID) : padEnd(truncate(clean(row.id), ID), ID),
				look.style.detail(ageText(row.updatedAt, look.now).padStart(AGE)),
				...(isNarrow ? [] : [padEnd(truncate(clean(row.agent), agentWidth), agentWidth)]),
				...(folder === null ? [] : [look.style.detail(padEnd(folder, folderWidth))]),
			].join('  ');
			const used = isNarrow ? NARROW_ID + 2 + AGE + 2 : fixed + (folder === null ? 0 : folderWidth + 2);
			return `${start}  ${titleCell(row, look.columns - used, look.style)}\n${excerptLine(row, look)}`;
		})
		.join('');
}

function titleCell(row: SessionRow, width: number, style: Style): string {
	const marks = [
		...(row.state === 'idle' ? [] : [STATES[row.state]]),
		...(row.where.includes('here') ? [] : [AT_AGENT]),
		...(row.cost === null || row.cost.amount < 0.0005 ? [] : [money(row.cost)]),
	].join(' · ');
	const title = clean(row.title) || UNTITLED;
	const room = width - (marks === '' ? 0 : cellWidth(marks) + 2);
	if (marks === '') return style.heading(truncate(title, Math.max(1, width)));
	if (room < LEAST_TITLE / 2) return style.heading(truncate(title, Math.max(1, width)));
	return `${style.heading(truncate(title, room))}  ${row.state === 'idle' ? style.detail(marks) : style.warning(marks)}`;
}

function excerptLine(row: SessionRow | SessionHit, { columns, style }: TableLook): string {
	const excerpt = 'excerpt' in row && row.excerpt !== null ? clean(row.excerpt) : '';
	return excerpt === '' ? '' : `${style.detail(`  ${truncate(excerpt, Math.max(10, columns - 2))}`)}\n`;
}

/** A text of a row, harmless and on one line. */
export function clean(text: string): string {
	return sanitizeLine(text.slice(0, MOST_CHARS)).trim();
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago in a few characters; a date where it is long ago, or where the clock says that it is yet to come. */
function ageText(at: number, now: number): string {
	const age = now - at;
	if (at <= 0) return '';
	if (age < -MINUTE || age >= 30 * DAY) return new Date(Math.min(at, 8.64e15)).toISOString().slice(2, 10);
	if (age < MINUTE) return 'now';
	if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
	if (age < DAY) return `${Math.floor(age / HOUR)} h`;
	return `${Math.floor(age / DAY)} d`;
}
