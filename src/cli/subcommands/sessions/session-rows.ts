import type { SessionHit, SessionRow } from '../../../core/session-index.js';
import { withUnseenEscaped } from '../../../core/text/invisible.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../../core/text/width.js';
import { money } from '../../../view/money.js';
import { shortDirectory } from '../../../view/status/session-words.js';
import { type Style, styleFor } from '../../style.js';
import type { World } from '../../world.js';

export const UNTITLED = '(no title)';

type TableLook = {
	readonly style: Style;
	/** Columns of the terminal; endless where there is none. */
	readonly columns: number;
	readonly home: string;
	readonly now: number;
	readonly hasFolders: boolean;
};

export async function tableLook({ env, home }: World, hasFolders: boolean): Promise<TableLook> {
	const { isTTY, columns } = process.stdout;
	const style = await styleFor(process.stdout, env);
	return { style, columns: isTTY ? columns : Number.POSITIVE_INFINITY, home, now: Date.now(), hasFolders };
}

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
		...(row.state === 'idle' ? [] : [row.state]),
		...(row.where.includes('here') ? [] : ['at the agent']),
		...(row.cost === null || row.cost.amount < 0.0005 ? [] : [money(row.cost)]),
	].join(' · ');
	const title = clean(row.title) || UNTITLED;
	const room = width - (marks === '' ? 0 : cellWidth(marks) + 2);
	if (marks === '' || room < LEAST_TITLE / 2) return style.heading(truncate(title, Math.max(1, width)));
	return `${style.heading(truncate(title, room))}  ${row.state === 'idle' ? style.detail(marks) : style.warning(marks)}`;
}

function excerptLine(row: SessionRow | SessionHit, { columns, style }: TableLook): string {
	const excerpt = 'excerpt' in row && row.excerpt !== null ? clean(row.excerpt) : '';
	return excerpt === '' ? '' : `${style.detail(`  ${truncate(excerpt, Math.max(10, columns - 2))}`)}\n`;
}

export function clean(text: string): string {
	return sanitizeLine(text.slice(0, MOST_CHARS)).trim();
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Age in a few characters; a date where it is long ago, or where the clock says that it is yet to come. */
function ageText(at: number, now: number): string {
	const age = now - at;
	if (at <= 0) return '';
	if (age < -MINUTE || age >= 30 * DAY) return new Date(Math.min(at, 8.64e15)).toISOString().slice(2, 10);
	if (age < MINUTE) return 'now';
	if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
	if (age < DAY) return `${Math.floor(age / HOUR)} h`;
	return `${Math.floor(age / DAY)} d`;
}

/** JSON as it is printed: what a terminal takes as an order or hides is escaped, which means the same. */
export function jsonText(value: unknown): string {
	return `${withUnseenEscaped(JSON.stringify(value, null, 2))}\n`;
}

/** A row as `--json` prints it. Times are ISO 8601; what only the agent could know is null. */
export function rowJson(row: SessionRow): Readonly<Record<string, unknown>> {
	const { id, agent, sessionId, title, cwd, branch, state, where, cost, lastWords, isReadOnly } = row;
	const isHere = where.includes('here');
	return {
		id,
		agent,
		sessionId,
		title,
		cwd,
		branch,
		createdAt: isHere ? isoTime(row.createdAt) : null,
		updatedAt: isoTime(row.updatedAt),
		prompts: isHere ? row.prompts : null,
		state,
		where,
		cost,
		lastWords,
		readOnly: isReadOnly,
		bytes: row.bytes,
	};
}

/** The latest time that a date can have. */
const LAST_TIME = 8.64e15;

function isoTime(at: number): string | null {
	return at > 0 && at <= LAST_TIME ? new Date(at).toISOString() : null;
}
