import { type Failure, type Result, succeed } from '../../core/failure.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type { Ports } from '../../core/ports.js';
import type { ReviewedFile, ReviewList, ReviewPort, ReviewTexts } from '../../core/review/review.js';
import { type ChangesRange, filesOfRange, type RangeFile } from '../../core/review/review-sets.js';
import type { SessionState } from '../../core/session/state.js';
import { textMark } from '../../core/text/text-mark.js';
import { inParts } from './marked.js';
import { REVIEW, TITLES } from './review-messages.js';

type Options = {
	readonly ports: Pick<Ports, 'files' | 'snapshots' | 'review'>;
	readonly cwd: string;
	readonly state: () => Pick<SessionState, 'changes'>;
};

/** A side of a file: its text, null for no file, or why there is none that can be shown (null: not kept as text). */
type Side = { readonly text: string | null } | { readonly unknown: Failure | null };

/** Longer texts are not compared line by line. */
const MOST_COUNTED = 1_000_000;

/** Review of the session's own changes: files before, and as they are now. With and without git. */
export class ChangesReview implements Omit<ReviewPort, 'stage' | 'takeBack' | 'countLines'> {
	readonly #options: Options;

	constructor(options: Options) {
		this.#options = options;
	}

	async list(range: string): Promise<Result<ReviewList>> {
		const { cwd, state } = this.#options;
		const which: ChangesRange = range === 'turn' ? 'turn' : 'session';
		const known = filesOfRange(state().changes.sets, which);
		if (known.length === 0) return REVIEW.noChanges(which);
		const open = known.filter((file) => file.open.length > 0);
		const rows = await inParts(open, async (file) => this.#rowOf(file, await this.#now(file.path)));
		const files = rows.filter((row) => row !== null);
		const can = { stage: false, takeBack: true };
		return succeed({ range, title: TITLES[which], top: cwd, files, notes: [], can });
	}

	#rowOf({ path, first, change }: RangeFile, now: Side): ReviewedFile | null {
		const isGone = 'text' in now && now.text === null;
		if (isGone && change.kind === 'added') return null;
		const mark = 'text' in now ? (now.text === null ? 'gone' : textMark(now.text)) : 'unknown';
		return {
			path,
			status: isGone ? 'deleted' : change.kind === 'added' ? 'added' : 'modified',
			added: null,
			removed: null,
			version: `${first.before.id} ${mark}`,
			isViewed: false,
		};
	}

	async count(list: ReviewList): Promise<ReviewList> {
		const files: ReviewedFile[] = [];
		for (const file of list.files) {
			const texts = await this.texts(list, file);
			const { oldText, newText } = texts.ok ? texts.value : { oldText: null, newText: null };
			const isText = (oldText !== null || file.status === 'added') && (newText !== null || file.status === 'deleted');
			const isLong = (oldText?.length ?? 0) + (newText?.length ?? 0) > MOST_COUNTED;
			const counts =
				isText && !isLong ? await this.#options.ports.review?.countLines(oldText ?? '', newText ?? '') : null;
			files.push({ ...file, ...counts, ...(texts.ok && !isText ? { isBinary: true as const } : {}) });
		}
		return { ...list, files };
	}

	async texts(_: ReviewList, { path, version }: ReviewedFile): Promise<Result<ReviewTexts>> {
		const file = this.#fileOf(path, version);
		if (file === undefined) return REVIEW.changed(path);
		const [old, now] = await Promise.all([this.#before(file), this.#now(path)]);
		if (this.#rowOf(file, now)?.version !== version) return REVIEW.changed(path);
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

	async contentOf(_: ReviewList, { version }: ReviewedFile): Promise<string> {
		return version;
	}

	/** Sets whose changes of a file are to be undone for it to be as it was before, the newest first. */
	openSets({ range }: ReviewList, { path }: ReviewedFile): readonly string[] {
		const which: ChangesRange = range === 'turn' ? 'turn' : 'session';
		return filesOfRange(this.#options.state().changes.sets, which).find((file) => file.path === path)?.open ?? [];
	}

	/** The file of the set that the version names: a turn may have come since it was listed. */
	#fileOf(path: string, version: string): RangeFile | undefined {
		const { sets } = this.#options.state().changes;
		const all = [...filesOfRange(sets, 'turn'), ...filesOfRange(sets, 'session')];
		return all.find((file) => file.path === path && version.startsWith(`${file.first.before.id} `));
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
