import { whyNotNow } from '../../core/session/shadow/shadow.js';
import type { ChangeRow } from '../../core/shadow/change-rows.js';
import type { ShadowRequest } from '../../core/shadow/shadow-event.js';
import { bounds, textWith } from '../code/hunks.js';
import type { PanelAction, PanelResult } from '../panel/panel.js';
import { type AloneHunk, aloneHunk, type DiffKeys } from '../review/diff-actions.js';
import { placeOf } from '../review/review-messages.js';
import { pathWithin } from './change-words.js';
import { type Review, wants } from './review-actions.js';
import * as messages from './shadow-messages.js';

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

/** The hunk that follows, by its line on the side that stays as it is. */
function nextPart({ file, at, hunk }: AloneHunk, side: 'old' | 'new'): string {
	const { start } = bounds(file.hunks[at] ?? file.hunks[at - 2] ?? hunk);
	return side === 'new' ? `n${start.fresh + 1}` : `o${start.old + 1}`;
}
