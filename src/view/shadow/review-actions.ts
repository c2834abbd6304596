import { whyNotNow } from '../../core/session/shadow/shadow.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ReviewedChange } from '../../core/shadow/shadow-change.js';
import type { ShadowRequest } from '../../core/shadow/shadow-event.js';
import type { ShadowState, ShownChange } from '../../core/shadow/shadow-state.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { bounds, textWith } from '../code/hunks.js';
import type { PanelAction, PanelPlace, PanelResult } from '../panel/panel.js';
import { type AloneHunk, aloneHunk, type DiffKeys, type DiffView } from '../review/diff-actions.js';
import { placeOf } from '../review/review-panel-messages.js';
import type { ScreenContext } from '../state/context.js';
import type { UiRequest } from '../state/ui-step.js';
import { changesIn } from './change-row.js';
import { pathWithin } from './change-words.js';
import * as messages from './shadow-panel-messages.js';

/** A key that has to be pressed twice, and what it then does. */
const AGAIN = {
	conflict: (path: string): string =>
		`Press a again to apply ${path} over what is in the workspace, which is kept beside it`,
	protected: (path: string): string => `Press a again to apply ${path}: it can make programs run`,
} as const;

/** Message after «apply all»: `runs` changes need a second press, `others` are never applied that way. */
const notInAll = (runs: number, others: number): string =>
	runs === 0
		? `${counted(others, 'change')} left: what conflicts, and a git folder, is applied one by one`
		: `${counted(runs, 'change')} left that can run programs: A again for ${runs === 1 ? 'it' : 'them'}`;

/** The panel's state: decisions so far, and what was loaded for them. */
export type Review = DiffView & {
	/** Rows that stay where they are, by path. */
	readonly left: ReadonlySet<string>;
	/** The change both sides of which were asked for last. */
	readonly wanted: string;
	/** State of the shadow, and the change that was shown, at the last look. */
	readonly shadow: ShadowState | undefined;
	readonly shown: ShownChange | null;
};

export function reviewActions(
	{ session }: ScreenContext,
	own: Review,
	{ isChosen }: PanelPlace,
	row: ChangeRow,
): readonly PanelAction<Review>[] {
	const rows = changesIn(session.shadow);
	const { path, changes, hasConflict, isProtected, isGit } = row;
	// An earlier action is still under way.
	const isBusy = session.shadow?.isBusy === true;
	const again = hasConflict ? AGAIN.conflict : isProtected || isGit ? AGAIN.protected : null;
	const word = (letter: string) => (isChosen ? { word: letter } : {});
	const done = (request: ShadowRequest, words: string) => (): PanelResult<Review> =>
		isBusy ? { words: messages.BUSY } : { requests: [wants(request)], words, selected: following(rows, row, own.left) };
	return [
		{
			id: 'changes-apply',
			words: 'apply',
			...word('a'),
			why: whyNotNow(session, 'apply'),
			isGuarded: true,
			...(again === null ? {} : { confirm: (width: number) => again(pathWithin(path, width)) }),
			run: done({ do: 'apply', changes: reviewedOf(row) }, messages.APPLYING),
		},
		{
			id: 'changes-leave',
			...(own.left.has(path) ? {} : { words: 'leave' }),
			...word('l'),
			run: (context) => leave(context, own, row),
		},
		{
			id: 'changes-discard',
			words: 'discard',
			...word('d'),
			why: whyNotNow(session, 'discard'),
			isGuarded: true,
			confirm: (width) => `Press d again to discard the changes of ${pathWithin(path, width)}: the agent loses them`,
			run: done({ do: 'discard', paths: changes.map((change) => change.path) }, messages.DISCARDING),
		},
		{
			id: 'changes-apply-all',
			...(rows.length > 1 ? { words: 'apply all' } : {}),
			word: 'all',
			why: whyNotNow(session, 'apply'),
			isGuarded: true,
			isOfAll: true,
			...applyAll(rows, own.left, isBusy),
		},
	];
}

/**
 * Applies all that needs no second look and was not left. When nothing of that is left, what can run programs goes at
 * the second key: thousands of installed files are not read one by one.
 */
function applyAll(
	rows: readonly ChangeRow[],
	left: ReadonlySet<string>,
	isBusy: boolean,
): Pick<PanelAction<Review>, 'confirm' | 'confirmSpoken' | 'run'> {
	if (isBusy) return { run: () => ({ words: messages.BUSY }) };
	const open = rows.filter(({ path }) => !left.has(path));
	const whole = open.filter(({ hasConflict, isGit }) => !hasConflict && !isGit);
	const plain = whole.filter(({ isProtected }) => !isProtected);
	const others = open.length - whole.length;
	const chosen = plain.length === 0 ? whole : plain;
	const rest = open.length - chosen.length;
	const words = rest === 0 ? messages.APPLYING : notInAll(rest - others, others);
	if (chosen.length === 0) return { run: () => ({ words }) };
	const run = () => ({ words, requests: [wants({ do: 'apply', changes: chosen.flatMap(reviewedOf) })] });
	if (plain.length > 0) return { run };
	const all = whole.length === 1 ? 'it' : 'them';
	const again = (press: string): string =>
		`${counted(whole.length, 'change')} can make programs run: ${press} to apply ${all}`;
	return { run, confirm: again('press A again'), confirmSpoken: again('type all again') };
}

/** The changes stay where they are; the agent gets a message. Nothing is left to decide when all of them do. */
function leave({ session, ui, now }: ScreenContext, own: Review, row: ChangeRow): PanelResult<Review> {
	const rows = changesIn(session.shadow);
	if (own.left.has(row.path)) return { selected: following(rows, row, own.left) };
	const left = new Set([...own.left, row.path]);
	const requests = [wants({ do: 'leave', paths: row.changes.map(({ path }) => path) })];
	if (rows.every(({ path }) => left.has(path))) {
		return { closes: true, requests, ui: { ...ui, toast: { text: messages.CLOSED, until: now } } };
	}
	const words = `${sanitizeLine(row.path)} stays in the shadow`;
	return { own: { ...own, left }, requests, words, selected: following(rows, row, left) };
}

/** The next row to decide about, from the one just done. */
function following(rows: readonly ChangeRow[], done: ChangeRow, left: ReadonlySet<string>): string {
	const at = rows.indexOf(done);
	const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ path }) => !left.has(path));
	return (next ?? done).path;
}

function reviewedOf({ changes }: ChangeRow): readonly ReviewedChange[] {
	return changes.map(({ path, version, conflict }) => ({
		path,
		version,
		...(conflict === null ? {} : { isOverConflict: true as const }),
	}));
}

export function wants(request: ShadowRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'shadow', request } };
}

type Deciding = {
	readonly keys: DiffKeys<Review, ChangeRow>;
	/** The actions on the whole file, by their ids. */
	readonly ofFile: readonly PanelAction<Review>[];
};

/** Keys that decide about the hunk at the cursor while that is in the diff; about the file where it has only one. */
export function hunkActions(row: ChangeRow, { keys, ofFile }: Deciding): readonly PanelAction<Review>[] {
	const { session } = keys.context;
	// Among the files a letter is for all of one.
	if (!keys.place.isInText) return ofFile;
	const alone = canBeParted(row) ? aloneHunk(keys) : null;
	const apply = ofFile.find(({ id }) => id === 'changes-apply');
	if (alone === null) {
		const { words: _, word: __, ...whole } = apply ?? { id: null, run: () => ({}) };
		return [...ofFile, { ...whole, id: 'changes-apply-hunk' }];
	}
	const isBusy = session.shadow?.isBusy === true;
	const done = (request: ShadowRequest, words: string, part: string) => (): PanelResult<Review> =>
		isBusy ? { words: messages.BUSY } : { requests: [wants(request)], words, selected: row.path, part };
	const { path } = row;
	const version = row.changes[0]?.version ?? '';
	const place = placeOf(alone.at, alone.count);
	return [
		...ofFile.filter(({ id }) => id !== 'changes-discard'),
		{
			...{ id: 'changes-apply-hunk', words: 'apply hunk', isGuarded: true, why: whyNotNow(session, 'apply') },
			...(row.isProtected
				? {
						confirm: (width: number) =>
							`Press y again to apply this of ${pathWithin(path, width)}: it can make programs run`,
					}
				: {}),
			run: done({ do: 'apply-part', path, version, text: withHunk(alone) }, messages.APPLYING, nextPart(alone, 'new')),
		},
		{
			...{ id: 'changes-discard', words: 'discard hunk', isGuarded: true, why: whyNotNow(session, 'discard') },
			confirm: (width) => `Press d again to discard hunk ${place} of ${pathWithin(path, width)}: the agent loses it`,
			run: done(
				{ do: 'discard-part', path, version, text: withoutHunk(alone) },
				messages.DISCARDING,
				nextPart(alone, 'old'),
			),
		},
	];
}

/** Half of something new, deleted, moved, in conflict or of git makes no sense. */
function canBeParted({ changes, isGit, hasConflict }: ChangeRow): boolean {
	const [change] = changes;
	return !isGit && !hasConflict && change?.kind === 'file' && change.status === 'modified';
}

/** The workspace's file with the hunk. */
function withHunk({ file, hunk }: AloneHunk): string {
	return textWith(file, (each) => (each === hunk ? 'take' : 'leave'));
}

/** The view's file without it. */
function withoutHunk({ file, hunk }: AloneHunk): string {
	return textWith(file, (each) => (each === hunk ? 'leave' : 'take'));
}

/** The next hunk, by its line on the side that does not change. */
function nextPart({ file, at, hunk }: AloneHunk, side: 'old' | 'new'): string {
	const { start } = bounds(file.hunks[at] ?? file.hunks[at - 2] ?? hunk);
	return side === 'new' ? `n${start.fresh + 1}` : `o${start.old + 1}`;
}
