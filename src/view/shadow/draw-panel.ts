import { canRunPrograms } from '../../core/shadow/can-run-programs.js';
import type { ShadowChange } from '../../core/shadow/change.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ShownChange } from '../../core/shadow/shadow-state.js';
import { formatBytes } from '../../core/text/bytes.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncateMiddle } from '../../core/text/width.js';
import { footerHints } from '../actions/help.js';
import { renderDiff } from '../code/diff.js';
import { type Line, plain, type Role, type Span, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { clipLine, joinLine, lineWidth, wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { copyingWords, pathWithin, wordsOf } from './change-words.js';
import { type ChangesPanelState, rowsOf, selectedIndex } from './panel-state.js';
import * as messages from './shadow-messages.js';

/** Lines of a diff that can be scrolled through. */
const MOST_LINES = 5000;
/** Rows of the list on a screen with room: the rest is for the diff. */
const LIST_SHARE = 0.35;
const LEAST_LIST = 2;
/** So many cells of a path are kept. */
const LEAST_PATH = 8;
/** On a screen with fewer columns the footer has no room for all keys. */
const NARROW = 76;

const COLORS: Readonly<Record<ShadowChange['status'], Role>> = {
	added: 'added',
	modified: 'info',
	deleted: 'removed',
	renamed: 'info',
};

/** Rows of the list, and of what is below it, in a panel of so many rows. */
function panelRows(count: number, room: number): { readonly list: number; readonly details: number } {
	const inside = Math.max(1, room - 2);
	if (inside < 4) return { list: Math.min(Math.max(1, count), inside), details: 0 };
	const most = Math.max(LEAST_LIST, Math.floor(inside * LIST_SHARE));
	const list = Math.min(Math.max(1, count), most);
	return { list, details: inside - list };
}

/** The panel, at most `room` rows. */
export function drawPanel(state: ChangesPanelState, context: ScreenContext, room: number) {
	const { session, ui } = context;
	const rows = rowsOf(session);
	const width = innerWidth(ui.columns);
	const at = selectedIndex(state, rows);
	const { list, details: most } = panelRows(rows.length, room);
	const details = Math.min(most, wantedRows(state, context, rows, width, most));
	const first = Math.max(0, Math.min(at - Math.floor(list / 2), rows.length - list));
	const shown = rows
		.slice(first, first + list)
		.map((row, index) => rowLine(row, { width, isSelected: first + index === at, isLeft: state.left.has(row.path) }));
	const row = rows[at];
	const below =
		row === undefined
			? [[styled(messages.BUSY, { color: 'muted' })]]
			: detailLines(state, context, row, width, details);
	const copied = session.shadow?.copied;
	const title =
		copied === undefined
			? titleOf(rows.length, rows.length > list ? at + 1 : null, width)
			: [styled(copyingWords(copied), { bold: true, color: 'accent' })];
	const foot = moreKeys(context, width - 2);
	return {
		lines: box([...shown, ...below], ui.columns, { title, foot, color: 'accent' }).slice(0, room),
		cursor: null,
	};
}

/** Changed lines are shown with so many around them at most. */
const LINES_AROUND = 6;
/** So many changes are looked at for how high the panel is. */
const MOST_MEASURED = 200;

/** Rows that what is below the list wants: the same for each selected change, so that the frame stays where it is. */
function wantedRows(
	state: ChangesPanelState,
	{ session }: ScreenContext,
	rows: readonly ChangeRow[],
	width: number,
	most: number,
): number {
	const selected = rows[selectedIndex(state, rows)];
	if (selected === undefined) return 1;
	// What is being read is as long as it was counted to be.
	const { length } = bodyLines(session.shadow?.shown ?? null, selected, width);
	let wanted = headLines(state, selected, width).length + length;
	for (const row of rows.slice(0, MOST_MEASURED)) {
		if (wanted >= most) break;
		wanted = Math.max(wanted, headLines(state, row, width).length + countedLines(row));
	}
	return wanted;
}

/** How many lines the diff of a change has, as far as its counts tell. */
function countedLines({ isGit, changes }: ChangeRow): number {
	const [change] = changes;
	if (isGit || change === undefined) return changes.length;
	const { added, removed, status } = change;
	if (added === null || removed === null) return 1;
	const lines = added + removed;
	return lines === 0 || status === 'added' || status === 'deleted' ? lines : lines + LINES_AROUND;
}

/** The keys that the last row of a narrow screen has no room for. */
function moreKeys(context: ScreenContext, room: number): Line {
	if (context.ui.columns >= NARROW) return [];
	const hints = footerHints(['changes'], context).filter(({ id }) => id !== 'changes-apply' && id !== 'changes-leave');
	const spans = hints.map(
		({ keys, hint }, index): Line => [
			styled(`${index === 0 ? '' : '  '}${keys}`, { color: 'text' }),
			styled(` ${hint}`, { color: 'muted' }),
		],
	);
	const isWhole = lineWidth(spans.flat()) <= room;
	return isWhole ? spans.flat() : hints.flatMap(({ keys }, index) => [plain(`${index === 0 ? '' : ' '}${keys}`)]);
}

/** Where there is no room for all of it, how many there are; `place`: of the selected one, where not all are in sight. */
function titleOf(count: number, place: number | null, width: number): Line {
	const name = styled(messages.TITLE, { bold: true, color: 'accent' });
	if (count === 0) return [name];
	const words = place === null ? messages.countWords(count) : messages.placeWords(place, count);
	const whole = [name, styled(` · ${words}`, { color: 'muted' })];
	return lineWidth(whole) + 2 <= width ? whole : [styled(words, { bold: true, color: 'accent' })];
}

function rowLine(
	row: ChangeRow,
	{ width, isSelected, isLeft }: { readonly width: number; readonly isSelected: boolean; readonly isLeft: boolean },
): Line {
	const [change] = row.changes;
	const status = row.isGit ? 'modified' : (change?.status ?? 'modified');
	const right = [...markSpans(row, isLeft), ...countSpans(row)];
	// Names of one folder differ at their end.
	const path = truncateMiddle(pathWords(row), Math.max(LEAST_PATH, width - lineWidth(right) - 5));
	const left: Line = [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		styled(`${messages.SIGNS[status]} `, { color: COLORS[status] }),
		styled(path, isSelected ? { bold: true } : isLeft ? { color: 'muted' } : {}),
	];
	return joinLine(left, right, width);
}

/** The path as it is shown; one with line breaks or direction marks is made plain. */
export function pathWords({ path, isGit, changes }: ChangeRow): string {
	const [change] = changes;
	const from = change?.from === undefined || isGit ? '' : `${sanitizeLine(change.from)} → `;
	return `${from}${sanitizeLine(path)}${isGit || change?.kind === 'folder' ? '/' : ''}`;
}

function markSpans({ hasConflict, isProtected }: ChangeRow, isLeft: boolean): Line {
	return [
		...(isLeft ? [styled(`${messages.LEFT} `, { color: 'muted' })] : []),
		...(hasConflict ? [styled(`${messages.CONFLICT} `, { color: 'error', bold: true })] : []),
		...(isProtected ? [styled(`${messages.PROTECTED} `, { color: 'warning' })] : []),
	];
}

function countSpans({ isGit, changes }: ChangeRow): Span[] {
	if (isGit) return [styled(messages.gitFiles(changes.length), { color: 'muted' })];
	const [change] = changes;
	if (change === undefined) return [];
	const { mode, size } = change;
	const words = [
		...(size === undefined ? [] : [formatBytes(size)]),
		...(change.openFolder === undefined ? [] : [messages.folderMode(change.openFolder.mode)]),
		...(mode === undefined ? [] : [messages.modes(mode.before, mode.after)]),
	].join(' ');
	const modes = words === '' ? [] : [styled(words, { color: 'muted' })];
	if (change.added === null || change.removed === null) return modes;
	const areLines = change.added > 0 || change.removed > 0;
	return [
		...(modes.length > 0 && areLines ? [...modes, plain(' ')] : modes),
		...(change.added > 0 ? [styled(`+${change.added}`, { color: 'added' })] : []),
		...(change.removed > 0
			? [plain(change.added > 0 ? ' ' : ''), styled(`−${change.removed}`, { color: 'removed' })]
			: []),
	];
}

/** What is known of the selected change, in at most `rows` lines. */
function detailLines(
	state: ChangesPanelState,
	context: ScreenContext,
	row: ChangeRow,
	width: number,
	rows: number,
): readonly Line[] {
	if (rows === 0) return [];
	const head = headLines(state, row, width).slice(0, Math.max(1, rows));
	const room = rows - head.length;
	const body = bodyLines(context.session.shadow?.shown ?? null, row, width);
	const first = Math.min(state.scroll, lastScroll(body.length, room));
	const isMore = body.length - first > room;
	const seen = body.slice(first, first + (isMore ? Math.max(0, room - 1) : room));
	const more: Line[] =
		isMore && room > 0 ? [[styled(messages.below(body.length - first - seen.length), { color: 'muted' })]] : [];
	const lines = [...head, ...seen, ...more];
	while (lines.length < rows) lines.push([]);
	return lines.map((line) => clipLine(line, width));
}

/** What stands above the diff. */
function headLines(state: ChangesPanelState, row: ChangeRow, width: number): readonly Line[] {
	return [
		[styled('─'.repeat(width), { color: 'muted', dim: true })],
		...askedLines(state, row, width),
		...wordsOf(row, width).flatMap((words) => wrapLine([words], width)),
	];
}

function askedLines({ asking }: ChangesPanelState, row: ChangeRow, width: number): readonly Line[] {
	if (asking === null || (asking.what !== 'all' && asking.path !== row.path)) return [];
	const words =
		asking.what === 'all' ? messages.allAgain(asking.count) : messages.AGAIN[asking.what](pathWithin(row.path, width));
	return wrapLine([styled(words, { color: 'warning', bold: true })], width);
}

const drawn = new WeakMap<ShownChange, { readonly width: number; readonly lines: readonly Line[] }>();

/** The diff of a change, or what stands in its place. */
export function bodyLines(shown: ShownChange | null, row: ChangeRow, width: number): readonly Line[] {
	const muted = (words: string): readonly Line[] => wrapLine([styled(words, { color: 'muted' })], width);
	if (row.isGit) {
		return row.changes.map((change) => [
			styled(`${messages.SIGNS[change.status]} `, { color: COLORS[change.status] }),
			plain(sanitizeLine(change.path)),
			...(canRunPrograms(change) ? [styled(`  ${messages.PROTECTED}`, { color: 'warning' } as const)] : []),
		]);
	}
	const [change] = row.changes;
	if (change?.kind === 'folder') return muted(messages.FOLDER);
	if (shown === null || shown.path !== row.path || shown.version !== change?.version) return muted(messages.READING);
	if (shown.failure !== undefined) return muted(sanitizeLine(shown.failure));
	const known = drawn.get(shown);
	if (known?.width === width) return known.lines;
	const { before, after } = shown.texts;
	const isText = (before !== null || change.status === 'added') && (after !== null || change.status === 'deleted');
	const lines = isText
		? renderDiff(
				{ path: row.path, oldText: before, newText: after ?? '' },
				{ width, maxLines: MOST_LINES, isChangeNamed: true },
			).lines
		: muted(messages.NO_TEXT);
	drawn.set(shown, { width, lines });
	return lines;
}

/** How far the diff of the selected row can be scrolled in a panel of so many rows. */
export function scrollRange(state: ChangesPanelState, { session, ui }: ScreenContext, room: number) {
	const rows = rowsOf(session);
	const row = rows[selectedIndex(state, rows)];
	const width = innerWidth(ui.columns);
	const { details } = panelRows(rows.length, room);
	const head = row === undefined ? 1 : headLines(state, row, width).length;
	const page = Math.max(1, details - head - 1);
	const count = row === undefined ? 0 : bodyLines(session.shadow?.shown ?? null, row, width).length;
	return { page, last: lastScroll(count, Math.max(0, details - head)) };
}

function lastScroll(lines: number, room: number): number {
	return Math.max(0, lines - room);
}
