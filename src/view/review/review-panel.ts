import {
	isQuoted,
	type ReviewList,
	type ReviewNote,
	type ReviewState,
	type ReviewTexts,
	STATUS,
} from '../../core/review/review.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { renderDiff } from '../code/diff.js';
import { type Line, type Span, styled } from '../line.js';
import { openPanel } from '../panel/engine.js';
import { type Panel, type PanelKind, type PanelPlace, type PanelResult, panelOf } from '../panel/panel.js';
import { shortCount } from '../short-count.js';
import { AT_FILE } from '../slash-commands/undo-commands.js';
import { clipLine, lineText, lineWidth } from '../spans.js';
import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { toast, type UiStep, withRequests } from '../state/ui-step.js';
import { diffActions, layoutOf, leastOf, unfolded } from './diff-actions.js';
import { reviewActions } from './review-actions.js';
import { diffOfFile, keyOfNote, lineKeyOf, reviewParts, textsOf } from './review-document.js';
import * as messages from './review-panel-messages.js';
import { nameOf, type ReviewRow, reviewRows } from './review-row.js';
import { type Review, type Reviewed, wants } from './review-state.js';

const NONE: ReadonlySet<string> = new Set();

/** Opens the review of a range. */
export function open(context: ScreenContext, typed: string): UiStep {
	const [words = ''] = typed.split('\n', 1);
	const [wanted, path] = beginningAt(words);
	const range = wanted === '' ? usualRange(context) : wanted;
	const own: Review = {
		range,
		layout: null,
		folded: NONE,
		wanted: '',
		askedAt: context.now,
		announced: 0,
		list: null,
		texts: null,
		stale: context.isReadOut === true ? (context.lookups.review?.list ?? null) : listWithout(context, range, path),
	};
	const closed: UiState = { ...context.ui, panel: { kind: 'none' } };
	const opened = openPanel({ ...context, ui: closed }, reviewPanel, own, { isInText: true, selected: path });
	return withRequests(opened, wants({ do: 'list', range }));
}

/** The range, and the file that the review begins at. */
function beginningAt(words: string): readonly [range: string, path: string | null] {
	const at = words.indexOf(AT_FILE);
	return at < 0 ? [words.trim(), null] : [words.slice(0, at).trim(), words.slice(at + AT_FILE.length)];
}

/** The list from before the opening, where the file to begin at is not in it: the new one may have it. */
function listWithout({ lookups }: ScreenContext, range: string, path: string | null): ReviewList | null {
	const list = lookups.review?.list ?? null;
	if (path === null || list?.range !== range) return null;
	return list.files.some((file) => file.path === path) ? null : list;
}

/** Range that a review begins with: what the session changed, where there is no repository. */
function usualRange({ session }: ScreenContext): string {
	return session.branch === null && session.changes.sets.length > 0 ? 'session' : 'HEAD';
}

const reviewPanel: PanelKind<Review> = {
	name: 'review',
	keys: ['review', 'diff'],
	closedBy: 'review-close',
	scrolledBy: { up: 'diff-line-up', down: 'diff-line-down' },
	walkedBy: { up: 'diff-up', down: 'diff-down' },
	coversDraft: true,
	isTall: true,
	isWide: true,
	isNonmodal: true,
	panel(context, own, place) {
		const review = reviewIn(context, own);
		const { list } = review;
		const shown = shownPanel(context, own, place);
		if (list === null) return { ...shown, ...instead(context, own, review) };
		return {
			...shown,
			actions: (row) => {
				const reviewed = row === undefined ? null : reviewedOf(context, own, place, row as ReviewRow);
				return reviewed === null ? [] : [...reviewActions(reviewed), ...diffActions(diffKeysOf(reviewed))];
			},
			spoken: {
				title: `Review of ${list.title}, ${counted(list.files.length, 'file')}`,
				how: 'Type a number and enter to read a file, notes to list the notes, send to send them, or enter alone to close.',
				row: (row) => rowWords(row as ReviewRow, list.notes),
				chosen: (row) => fileLines(row as ReviewRow, review.texts, list.notes),
				closed: 'The review is closed. /review opens it.',
			},
		};
	},
	/** Both sides of the selected file are asked for, and what became of a request is said. */
	follow(context, own, { selected, isChosen }) {
		const { ui, now, isReadOut } = context;
		const { list, texts, outcome } = reviewIn(context, own);
		const rows = rowsOf(context, own, list);
		const row = rows.find(({ id }) => id === selected) ?? firstOf(rows);
		const file = row?.file ?? null;
		const isMissing = file !== null && textsOf(texts, file) === null;
		const key = file === null ? '' : `${file.version} ${file.path}`;
		const isAsked = isMissing && key !== own.wanted;
		const announced = outcome?.id ?? own.announced;
		const isNews = outcome !== null && outcome.id !== own.announced;
		const isSelected = row === undefined || row.id === selected;
		const isNew = texts !== own.texts;
		// Why there is nothing to review stands in the panel.
		const isShown = list === null && outcome?.isFailure === true;
		if (!isAsked && !isNews && isSelected && !isNew && list === own.list) return null;
		return {
			own: { ...own, list, texts, announced, wanted: isMissing ? key : '', askedAt: isAsked ? now : own.askedAt },
			...(isAsked ? { requests: [wants({ do: 'show', path: file.path, version: file.version })] } : {}),
			...(isNews
				? { words: outcome.words, ...(isReadOut || isShown ? {} : { ui: toast(ui, outcome.words, now) }) }
				: {}),
			...(!isNews && isNew && isChosen ? { reads: 'chosen' as const } : {}),
			...(row === undefined || isChosen ? {} : { selected: row.id }),
		} satisfies PanelResult<Review>;
	},
};

/** Offers to review the session's changes where git has nothing to compare with. */
function instead(
	{ session }: ScreenContext,
	{ range }: Review,
	{ outcome }: ReviewState,
): Pick<Panel<Review>, 'actions'> {
	const isOfSession = range === 'turn' || range === 'session';
	if (outcome?.isFailure !== true || isOfSession || session.changes.sets.length === 0) return {};
	const words = 'review this session';
	const run = (context: ScreenContext): PanelResult<Review> => open(context, 'session');
	return { actions: () => [{ id: 'picker-accept', words, spoken: words, isEnter: true, run }] };
}

/** Within this (ms) nothing is said of what is looked for: it would only flash. */
const SOON = 200;

const NOT_KNOWN: ReviewState = { list: null, texts: null, outcome: null };

/** The review that is looked up, where it is of this range. */
function reviewIn({ lookups: { review } }: ScreenContext, { range, stale }: Review): ReviewState {
	if (review === null || (stale !== null && review.list === stale)) return NOT_KNOWN;
	return review.list === null || review.list.range === range ? review : NOT_KNOWN;
}

/** Where they are read out, folders are no rows of their own. */
function rowsOf({ isReadOut }: ScreenContext, { folded }: Review, list: ReviewList | null): readonly ReviewRow[] {
	return list === null ? [] : reviewRows(list, isReadOut === true ? null : folded);
}

/** The first file that was not viewed. */
function firstOf(rows: readonly ReviewRow[]): ReviewRow | undefined {
	return rows.find(({ file }) => file?.isViewed === false) ?? rows.find(({ file }) => file !== null);
}

/** The panel without its keys. */
function shownPanel(context: ScreenContext, own: Review, place: PanelPlace): Panel<Review> {
	const { list, texts, outcome } = reviewIn(context, own);
	const rows = rowsOf(context, own, list);
	const notes: readonly ReviewNote[] = list?.notes ?? [];
	const layout = layoutOf(own, context);
	const failed = list === null && outcome?.isFailure === true ? outcome.words : null;
	const isLate = context.now >= own.askedAt + SOON;
	const shown = { texts, notes, layout, isLate, canStage: list?.can.stage === true };
	const first = firstOf(rows);
	return panelOf<Review, ReviewRow>({
		title: 'Review',
		titled: (_, width) => titleOf(list, own.range, width),
		corner: list === null ? [] : cornerOf(list),
		foot: (width) => (list === null ? [] : footOf(list, place.selected, width)),
		rows,
		empty: failed ?? (list !== null ? 'Nothing has changed.' : isLate ? 'Looking at the changes…' : ''),
		wakeAt: isLate ? null : own.askedAt + SOON,
		...(first === undefined ? {} : { first: first.id }),
		document: {
			name: (row, width) => nameOf(row, notes, width),
			parts: (row, width) => reviewParts(row, shown, width),
			count: ({ files }) => files.length,
			least: leastOf(layout),
		},
	});
}

function reviewedOf(context: ScreenContext, own: Review, place: PanelPlace, row: ReviewRow): Reviewed | null {
	const { list, texts: all } = reviewIn(context, own);
	if (list === null) return null;
	const texts = textsOf(all, row.file);
	const part = place.places.get(row.id)?.part ?? null;
	const note = list.notes.find((each) => keyOfNote(each) === part);
	const line = note === undefined ? part : lineKeyOf(note, texts?.firstLine ?? 1);
	return {
		...{ context, own, place, list, row, texts, part, line },
		rows: rowsOf(context, own, list),
		diff: diffOfFile(all, row.file),
		draw: (now, at) => shownPanel(now, own, at),
		reopen(now, id, at) {
			const places = at === undefined ? place.places : new Map(place.places).set(id, { part: at, above: ABOVE });
			return openPanel(now, reviewPanel, unfolded(own, id), { selected: id, places, isInText: true, isQuiet: true });
		},
	};
}

/** Lines above the part that a page leads to. */
const ABOVE = 6;

function diffKeysOf({ context, own, place, rows, row, diff, line, list, texts, reopen }: Reviewed) {
	return {
		...{ context, own, place, rows, row, diff, reopen },
		paths: list.files.map(({ path }) => path),
		part: line?.startsWith('w') === true ? null : line,
		keys: 'review',
		fileOf: ({ path, status }: NonNullable<ReviewRow['file']>) =>
			status === 'deleted' || isQuoted(path) ? null : { path: `${list.top}/${path}`, firstLine: texts?.firstLine ?? 1 },
	} as const;
}

/** Sides that are compared. */
function titleOf(list: ReviewList | null, range: string, width: number): Line {
	const words = sanitizeLine(list?.title ?? range);
	const name = styled('Review', { bold: true, color: 'accent' });
	return clipLine([name, styled(` · ${words}`, { color: 'muted' })], width);
}

/** Extent of the changes. */
function cornerOf({ files, more = 0 }: ReviewList): Line {
	const sum = (side: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[side] ?? 0), 0);
	return [
		styled(counted(files.length + more, 'file'), { color: 'muted' }),
		styled(`  +${shortCount(sum('added'))}`, { color: 'added' }),
		styled(` −${shortCount(sum('removed'))}`, { color: 'removed' }),
	];
}

/** Progress of the review. */
function footOf({ files, notes, more = 0 }: ReviewList, selected: string | null, width: number): Line {
	const at = files.findIndex(({ path }) => path === selected);
	const viewed = files.filter(({ isViewed }) => isViewed).length;
	const parts: readonly Span[] = [
		...(at < 0 ? [] : [styled(`${at + 1} of ${files.length}`, { color: 'muted' })]),
		...(viewed === 0 ? [] : [styled(`${viewed} viewed`, { color: 'success' })]),
		...(notes.length === 0 ? [] : [styled(messages.noteCount(notes.length), { color: 'info' })]),
		...(more === 0 ? [] : [styled(`${counted(more, 'file')} not listed`, { color: 'warning' })]),
	];
	const line = parts.flatMap((part, at): Span[] => (at === 0 ? [part] : [styled(' · ', { color: 'muted' }), part]));
	return lineWidth(line) <= width ? line : parts.slice(0, 1);
}

/** Lines of a diff that are read out. */
const MOST_LINES = 200;
const WIDTH = 200;

/** A file as one sentence. */
function rowWords({ file }: ReviewRow, notes: readonly ReviewNote[]): string {
	if (file === null) return '';
	const { path, status, added, removed, isBinary, staged, isViewed } = file;
	const count = notes.filter((note) => note.path === path).length;
	const words = [
		oneLine(path),
		STATUS[status],
		isBinary === true
			? messages.BINARY
			: added === null || removed === null
				? ''
				: `${added} added, ${removed} removed`,
		staged === undefined || staged === 'none' ? '' : messages.SPOKEN.staged[staged],
		isViewed ? 'viewed' : '',
		count === 0 ? '' : messages.noteCount(count),
	];
	return sentence(words.filter((word) => word !== '').join(', '));
}

/** A file that was chosen: what became of it, its diff and its notes, and what can be done with it. */
function fileLines(row: ReviewRow, all: ReviewTexts | null, notes: readonly ReviewNote[]): readonly string[] {
	const { file } = row;
	const texts = textsOf(all, file);
	if (file === null || texts === null) return [messages.READING];
	const diff = diffOfFile(texts, file);
	const change = { path: file.path, oldText: texts.oldText, newText: texts.newText ?? '' };
	const { lines, hiddenLines } =
		diff === null
			? { lines: [], hiddenLines: 0 }
			: renderDiff(change, { width: WIDTH, maxLines: MOST_LINES, isChangeNamed: true });
	const hasHunks = (diff?.file.hunks.length ?? 0) > 0;
	const own = notes.filter(({ path }) => path === file.path);
	return [
		rowWords(row, notes),
		...(texts.failure === undefined ? [] : [sentence(oneLine(texts.failure))]),
		...lines.map(lineText),
		...(hiddenLines > 0 ? [`${counted(hiddenLines, 'more line')} left out.`] : []),
		...own.map((note) => sentence(oneLine(messages.SPOKEN.noteRow(note)))),
		`Type v to mark it as viewed, s to stage it, x to take it back,${hasHunks ? ' h for its hunks and notes,' : ''} or enter alone to go back.`,
	];
}
