import { type Failure, type Result, succeed } from '../../core/failure.js';
import { lastOf } from '../../core/once.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { Ports } from '../../core/ports.js';
import type {
	ReviewedFile,
	ReviewList,
	ReviewMarks,
	ReviewNote,
	ReviewPort,
	ReviewTexts,
} from '../../core/review/review.js';
import { placedNote } from '../../core/review/review-notes.js';
import { type ChangesRange, filesOfRange, type RangeFile } from '../../core/review/review-sets.js';
import type { SessionState } from '../../core/session/state.js';
import { textMark } from '../../core/text/text-mark.js';
import { REVIEW, TITLES } from './review-outcomes.js';

type Options = {
	readonly ports: Pick<Ports, 'files' | 'snapshots' | 'review'>;
	readonly cwd: string;
	readonly state: () => Pick<SessionState, 'changes'>;
};

type Sets = SessionState['changes']['sets'];

/** A side of a file: its text, null for no file, or why there is none that can be shown (null: not kept as text). */
type Side = { readonly text: string | null } | { readonly unknown: Failure | null };

/** Longer texts are not compared line by line. */
const MOST_COUNTED = 1_000_000;

/** Review of the session's own changes: files before, and as they are now. With and without git. */
export class ChangesReview implements Omit<ReviewPort, 'stage' | 'takeBack' | 'countLines'> {
	readonly #options: Options;
	readonly #files = {
		turn: lastOf((sets: Sets) => filesOfRange(sets, 'turn')),
		session: lastOf((sets: Sets) => filesOfRange(sets, 'session')),
	};

	constructor(options: Options) {
		this.#options = options;
	}

	async list(range: string): Promise<Result<ReviewList>> {
		const which = rangeOf(range);
		const known = this.#filesOf(which);
		if (known.length === 0) return REVIEW.noChanges(which);
		const open = known.filter((file) => file.open.length > 0);
		const marks = await this.#marks(open);
		const files = open.map((file, at) => rowOf(file, marks[at] ?? GONE)).filter((row) => row !== null);
		const can = { stage: false, takeBack: true };
		return succeed({ range, title: TITLES[which], top: this.#options.cwd, files, notes: [], can });
	}

	/** Names the contents of files as they are now, as far as possible without reading them. */
	async #marks(files: readonly Pick<RangeFile, 'path'>[]): Promise<readonly string[]> {
		const { cwd, ports } = this.#options;
		const known = await ports.files.marks?.(files.map(({ path }) => absolutePath(cwd, path)));
		return inParts([...files.entries()], async ([at, { path }]) => {
			const mark = known?.[at];
			return mark === undefined ? contentMark(await this.#now(path)) : (mark ?? GONE);
		});
	}

	async count(list: ReviewList): Promise<ReviewList> {
		const files = await inParts(list.files, async (file): Promise<ReviewedFile> => {
			const texts = await this.texts(list, file);
			const { oldText, newText } = texts.ok ? texts.value : { oldText: null, newText: null };
			const isText = (oldText !== null || file.status === 'added') && (newText !== null || file.status === 'deleted');
			const isLong = (oldText?.length ?? 0) + (newText?.length ?? 0) > MOST_COUNTED;
			const counts =
				isText && !isLong ? await this.#options.ports.review.countLines(oldText ?? '', newText ?? '') : null;
			return { ...file, ...counts, ...(texts.ok && !isText ? { isBinary: true as const } : {}) };
		});
		return { ...list, files };
	}

	async texts(_: ReviewList, { path, version }: ReviewedFile): Promise<Result<ReviewTexts>> {
		const file = this.#fileOf(path, version);
		if (file === undefined) return REVIEW.changed(path);
		const [old, now] = await Promise.all([this.#before(file), this.#now(path)]);
		if (!(await this.#isListed(file, version))) return REVIEW.changed(path);
		for (const side of [old, now]) {
			const why = 'unknown' in side ? side.unknown : null;
			if (why !== null && why.code !== 'not-text') return { ok: false, failure: why };
		}
		const textOf = (side: Side): string | null => ('text' in side ? side.text : null);
		return succeed({ path, version, oldText: textOf(old), newText: textOf(now) });
	}

	async textOf(list: ReviewList, path: string, side: 'old' | 'new'): Promise<string | null | undefined> {
		const file = list.files.find((each) => each.path === path);
		const known = file === undefined ? undefined : this.#fileOf(path, file.version);
		if (side === 'old' && known === undefined) return undefined;
		const found = side === 'new' || known === undefined ? await this.#now(path) : await this.#before(known);
		return 'text' in found ? found.text : undefined;
	}

	async contentOf(_: ReviewList, { path, version }: ReviewedFile): Promise<string> {
		const file = this.#fileOf(path, version);
		if (file === undefined) return version;
		const now = await this.#now(path);
		// A text that was written since is unseen, and a binary file has no mark of its content.
		const isSeen = 'text' in now && (await this.#isListed(file, version));
		return isSeen ? `${file.first.before.id} ${contentMark(now)}` : version;
	}

	/** Asked after the file was read: it may have been written meanwhile. */
	async #isListed(file: RangeFile, version: string): Promise<boolean> {
		const [mark = GONE] = await this.#marks([file]);
		return rowOf(file, mark)?.version === version;
	}

	/** Sets whose changes of a file are to be undone for it to be as it was before, the newest first. */
	openSets({ range }: ReviewList, { path }: ReviewedFile): readonly string[] {
		return this.#filesOf(rangeOf(range)).find((file) => file.path === path)?.open ?? [];
	}

	#filesOf(range: ChangesRange): readonly RangeFile[] {
		return this.#files[range](this.#options.state().changes.sets);
	}

	/** The file of the set that the version names: a turn may have come since it was listed. */
	#fileOf(path: string, version: string): RangeFile | undefined {
		const isIt = (file: RangeFile): boolean => file.path === path && version.startsWith(`${file.first.before.id} `);
		return this.#filesOf('turn').find(isIt) ?? this.#filesOf('session').find(isIt);
	}

	async #before({ path, first, change }: RangeFile): Promise<Side> {
		if (change.isClientKept === true) return { text: change.diff?.oldText ?? null };
		if (change.kind === 'added') return { text: null };
		// git would be started once more for what is known.
		if (change.diff !== null && change.diff.oldText !== null) return { text: change.diff.oldText };
		const kept = await this.#options.ports.snapshots?.read(first.before, path);
		if (kept?.ok !== true) return { unknown: kept?.failure ?? null };
		return kept.value.text === null && kept.value.exists ? { unknown: null } : { text: kept.value.text };
	}

	async #now(path: string): Promise<Side> {
		const read = await this.#options.ports.files.read(absolutePath(this.#options.cwd, path));
		if (read.ok) return { text: read.value };
		return read.failure.code === 'not-found' ? { text: null } : { unknown: read.failure };
	}
}

function rangeOf(range: string): ChangesRange {
	return range === 'turn' ? 'turn' : 'session';
}

/** Stands for the content of a file that is gone. */
const GONE = 'gone';

function contentMark(now: Side): string {
	if (!('text' in now)) return 'unknown';
	return now.text === null ? GONE : textMark(now.text);
}

/** Null where a new file is gone again. */
function rowOf({ path, first, change }: RangeFile, mark: string): ReviewedFile | null {
	const isGone = mark === GONE;
	if (isGone && change.kind === 'added') return null;
	return {
		path,
		status: isGone ? 'deleted' : change.kind === 'added' ? 'added' : 'modified',
		added: null,
		removed: null,
		version: `${first.before.id} ${mark}`,
		isViewed: false,
	};
}

type LookUp = {
	readonly ports: Pick<Ports, 'files' | 'snapshots' | 'review' | 'reviewMarks'>;
	readonly cwd: string;
	/** The session whose changes `turn` and `session` mean. */
	readonly state: Pick<SessionState, 'changes'>;
	/** Only whether there is such a range. */
	readonly isCheck?: boolean;
};

/**
 * A review as it is now, with its counts, marks and notes. Fails with `usage` where there is no such range, with
 * `not-found` where the session is known to have changed nothing in it.
 */
export async function lookUpReview(range: string, { ports, cwd, state, isCheck }: LookUp): Promise<Result<ReviewList>> {
	const isOfSession = range === 'turn' || range === 'session';
	const source = isOfSession ? new ChangesReview({ ports, cwd, state: () => state }) : ports.review;
	const listed = await source.list(range);
	if (!listed.ok || isCheck === true) return listed;
	const [counted, marks] = await Promise.all([source.count(listed.value), ports.reviewMarks.load(listed.value.top)]);
	return succeed(await withMarks(counted, marks, source));
}

/** Files that are read at a time: either side of one may have 10 MB. */
const WIDTH = 4;

type Source = Pick<ReviewPort, 'contentOf' | 'textOf'>;

/** The list with its marks as far as its files are as they were seen, and with its notes at their places. */
export async function withMarks(list: ReviewList, marks: ReviewMarks, source: Source): Promise<ReviewList> {
	const [files, notes] = await Promise.all([viewedFiles(list, marks, source), placedNotes(list, marks.notes, source)]);
	return { ...list, files, notes };
}

async function viewedFiles(
	list: ReviewList,
	{ viewed }: ReviewMarks,
	source: Source,
): Promise<readonly ReviewedFile[]> {
	const seen = new Map<string, Set<string>>();
	for (const { path, content } of viewed) seen.set(path, (seen.get(path) ?? new Set()).add(content));
	return inParts(list.files, async (file) => {
		const contents = seen.get(file.path);
		if (contents === undefined) return file;
		return { ...file, isViewed: contents.has(await source.contentOf(list, file)) };
	});
}

/** In order of their places. */
export async function placedNotes(
	list: ReviewList,
	notes: ReviewMarks['notes'],
	source: Source,
): Promise<readonly ReviewNote[]> {
	const texts = new Map<string, Promise<string | null | undefined>>();
	const placed = await inParts(notes, async (note) => {
		const key = `${note.side} ${note.path}`;
		const text = texts.get(key) ?? source.textOf(list, note.path, note.side);
		texts.set(key, text);
		return placedNote(note, await text);
	});
	return [...placed].sort((one, other) =>
		one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
	);
}

/** Results in order, of some at a time. */
async function inParts<T, R>(items: readonly T[], change: (item: T) => Promise<R>): Promise<readonly R[]> {
	const results: R[] = [];
	for (let from = 0; from < items.length; from += WIDTH) {
		results.push(...(await Promise.all(items.slice(from, from + WIDTH).map(change))));
	}
	return results;
}
