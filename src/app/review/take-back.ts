import type { ChangeSet } from '../../core/changes.js';
import { type Result, succeed } from '../../core/failure.js';
import { absolutePath, fileName } from '../../core/policy/file-name.js';
import type { PathFact } from '../../core/policy/policy-types.js';
import type { Ports } from '../../core/ports.js';
import {
	isQuoted,
	type RemainingHunks,
	type ReviewedFile,
	type ReviewList,
	type ReviewTexts,
} from '../../core/review/review.js';
import { REVIEW_SET } from '../../core/review/review-sets.js';
import { changesBetween, takenNow } from '../changes/change-evidence.js';
import { describeWrites } from '../changes/client-writes.js';
import { reportPart } from '../changes/partial-changes.js';
import type { Store } from '../store.js';
import { REVIEW, TAKEN_BACK } from './review-outcomes.js';

export type TakeBackOptions = {
	readonly ports: Ports;
	readonly cwd: string;
	readonly store: Store;
	readonly wrote: (path: PathFact, oldText: string | null, newText: string) => void;
};

/** Part of a file to take back: `text` is its content then, null: as it was before. */
export type TakenBack = {
	readonly list: ReviewList;
	readonly file: ReviewedFile;
	readonly shown: ReviewTexts | null;
	readonly text: string | null;
	readonly part?: RemainingHunks | undefined;
};

/**
 * Writes what the user takes back, so that `/undo` brings it back, and tells the agent. In a running turn it belongs to
 * the changes of that turn. `write` gives why the index keeps it, where it does. Returns what to say.
 */
export async function writeTakenBack(
	{ list, file, shown, text, part }: TakenBack,
	{ ports, cwd, store, wrote }: TakeBackOptions,
	write: () => Promise<Result<string | null>>,
): Promise<Result<string>> {
	const { snapshots, files } = ports;
	// No version holds a name that is no text, and none is written by it.
	const paths = [file.path, ...(file.oldPath === undefined ? [] : [file.oldPath])].filter((path) => !isQuoted(path));
	const facts = await Promise.all(paths.map((path) => files.inspect(absolutePath(list.top, path))));
	const isInTurn = store.getState().turn !== null;
	const before = isInTurn ? null : await takenNow(snapshots);
	const written = await write();
	if (!written.ok) return written;
	const [fact] = facts;
	const now = text ?? shown?.oldText ?? null;
	if (isInTurn && fact !== undefined && now !== null) wrote(fact, shown?.newText ?? null, now);
	const set = before === null ? null : await setSince(before, { ports, cwd, store, facts, shown, now });
	if (set !== null) store.dispatch({ type: 'turn-changes', set });
	const takenPart = part ?? { taken: 0, total: 1, difference: '' };
	reportPart({ store: store, ports }, { path: absolutePath(list.top, file.path), ...takenPart }, 'reviewed');
	const what = text === null ? 'all' : 'part';
	const words = set === null ? REVIEW.takenBackForGood(file.path, what) : REVIEW.takenBack(file.path, what);
	return succeed(written.value === null ? words : REVIEW.stillStaged(words, written.value));
}

type Since = Pick<TakeBackOptions, 'ports' | 'cwd' | 'store'> & {
	readonly facts: readonly PathFact[];
	readonly shown: ReviewTexts | null;
	readonly now: string | null;
};

async function setSince(
	from: ChangeSet['before'],
	{ ports, cwd, store, facts, shown, now }: Since,
): Promise<ChangeSet | null> {
	const { snapshots, files } = ports;
	const to = await takenNow(snapshots);
	if (snapshots === undefined || to === null) return null;
	const names = facts.map(fileName);
	const isOwn = async ({ path }: { readonly path: string }): Promise<boolean> => names.includes(path);
	const { listed, remark } = await changesBetween(snapshots, { from, to, cwd }, { isOwn, evidence: TAKEN_BACK });
	// Git ignores it, so no version holds it: both texts are kept instead.
	const [fact, path] = [facts[0], names[0]];
	const isKnown = fact !== undefined && fact.real !== null && typeof path === 'string' && now !== null;
	const texts = isKnown ? [{ path, real: fact.real, oldText: shown?.newText ?? null, newText: now }] : [];
	const all = [...listed, ...(await describeWrites(texts, listed, files))];
	if (all.length === 0) return null;
	const id = `${REVIEW_SET}${store.getState().nextEntry}-${from.id}`;
	return {
		id,
		turnId: id,
		before: from,
		after: to,
		files: all,
		undone: [],
		...(remark === undefined ? {} : { remark }),
	};
}

/** Undoes the changes of a file in all these sets, the newest first: marks and `/redo` know of it. */
export async function undoFile(
	setIds: readonly string[],
	{ path }: ReviewedFile,
	store: Store,
): Promise<Result<string>> {
	const { turn, changes } = store.getState();
	const isBusy = changes.sets.some((set) => setIds.includes(set.id) && turn !== null && turn.id !== set.turnId);
	if (isBusy) return REVIEW.notTakenBack(path, 'the agent is at work');
	let because: string | null = null;
	const stopListening = store.onEvent((event) => {
		if (event.type === 'files-restored')
			because = event.report.refused.find((each) => each.path === path)?.because ?? because;
		if (event.type === 'restore-failed') because = event.failure.message;
	});
	await new Promise<void>((resolve) => {
		const stop = store.subscribe(() => {
			const { isRestoring, batch } = store.getState().changes;
			if (isRestoring || batch !== undefined) return;
			stop();
			resolve();
		});
		store.dispatch({ type: 'undo-sets', setIds, paths: [path] });
	});
	stopListening();
	const isUndone = setIds.every(
		(id) =>
			store
				.getState()
				.changes.sets.find((set) => set.id === id)
				?.undone.includes(path) ?? true,
	);
	return isUndone ? succeed(REVIEW.undone(path)) : REVIEW.notTakenBack(path, because ?? 'it could not be undone now');
}
