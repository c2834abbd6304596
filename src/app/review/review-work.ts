import { failureWords, type Result, succeed } from '../../core/failure.js';
import { absolutePath } from '../../core/policy/file-name.js';
import type {
	ReviewedFile,
	ReviewList,
	ReviewNote,
	ReviewRequest,
	ReviewState,
	ReviewTexts,
	StagedChange,
} from '../../core/review/review.js';
import { storedNote } from '../../core/review/review-notes.js';
import { Serial } from '../../core/serial.js';
import { ChangesReview, placedNotes, withMarks } from './changes-review.js';
import { REVIEW, stagedWords, type Words } from './review-outcomes.js';
import { type TakeBackOptions, type TakenBack, undoFile, writeTakenBack } from './take-back.js';

type Staging = Extract<ReviewRequest, { readonly do: 'stage' | 'unstage' }>;
type Said = { readonly words: Words; readonly isFailure: boolean };
type Of = Pick<ReviewedFile, 'path' | 'version'>;
type Source = Omit<ChangesReview, 'openSets'>;

/** Milliseconds that a list waits for the file that is shown first. */
const SOON = 50;

/** Carries out what the screen of a review asks for, one request after the other, and reports what is there then. */
export class ReviewWork {
	readonly #options: TakeBackOptions;
	readonly #changes: ChangesReview;
	readonly #serial = new Serial();
	#list: ReviewList | null = null;
	#texts: ReviewTexts | null = null;
	#outcome: ReviewState['outcome'] = null;
	/** Files whose lines were counted, or cannot be. */
	#counted: ReadonlySet<string> = new Set();
	/** Looks until now: what was read for one before says nothing of the index. */
	#looks = 0;
	/** Settles when the file that is shown first was read. */
	#first: Promise<void> = Promise.resolve();

	constructor(options: TakeBackOptions) {
		this.#options = options;
		const { ports, cwd, store } = options;
		this.#changes = new ChangesReview({ ports, cwd, state: () => store.getState() });
	}

	perform(request: ReviewRequest): Promise<void> {
		return this.#serial.run(() => this.#perform(request));
	}

	async #perform(request: ReviewRequest): Promise<void> {
		switch (request.do) {
			case 'list':
				if (this.#list?.range !== request.range) this.#forget();
				return this.#look(request.range, null);
			case 'show':
				return this.#show(request);
			case 'view':
				return this.#change(request, (list, file) => this.#view(list, file, request.isViewed));
			case 'stage':
			case 'unstage':
				return this.#change(request, (list, file) => this.#stage(list, file, request), true);
			case 'take-back':
				return this.#change(
					request,
					async (list, file) => {
						const shown = this.#shown(file);
						const isPart = request.text !== null;
						if (isPart && (shown === null || shown.leftOut !== undefined)) return REVIEW.tooLarge(file.path);
						const isAll = request.text === shown?.oldText || (request.text === '' && file.status === 'added');
						const text = isAll ? null : request.text;
						const part = text === null ? undefined : request.part;
						return this.#takeBack({ list, file, shown, text, part }, request.staged);
					},
					true,
				);
			case 'note':
				return this.#changeNotes(async (list) => this.#saveNote(list, request.note));
			case 'drop-note':
				return this.#changeNotes(async ({ top }) => this.#marks().dropNote(top, request.id));
		}
	}

	#forget(): void {
		this.#list = null;
		this.#texts = null;
		this.#outcome = null;
		this.#counted = new Set();
	}

	/** Looks the list up and reports it, with what else became of a request; lines are counted after it. */
	async #look(range: string, said: Said | null): Promise<void> {
		this.#looks += 1;
		const source = this.#source(range);
		const listed = await source.list(range);
		if (!listed.ok) {
			this.#list = null;
			return this.#report(said ?? { words: failureWords(listed.failure), isFailure: true });
		}
		const marks = await this.#marks().load(listed.value.top);
		const list = countedAs(await withMarks(listed.value, marks, source), this.#list);
		this.#list = list;
		await this.#keepTexts(list, source);
		await this.#readFirst(list, source);
		this.#report(said);
		if (!list.files.every((file) => this.#counted.has(keyOf(file)))) void this.#count(list, source);
	}

	/** Keeps the shown texts while their file is the same. The index, which no version names, is read anew. */
	async #keepTexts(list: ReviewList, source: Source): Promise<void> {
		const shown = this.#texts;
		if (shown === null) return;
		const file = this.#fileOf(shown);
		if (file !== null && (!list.can.stage || shown.leftOut !== undefined || shown.failure !== undefined)) return;
		const texts = file === null ? null : await this.#read(source, list, file);
		if (texts?.ok !== true) this.#texts = null;
		else if (texts.value.indexText !== shown.indexText) this.#texts = texts.value;
	}

	/** The file that is shown first comes with the list, unless it is large. */
	async #readFirst(list: ReviewList, source: Source): Promise<void> {
		const first = list.files.find(({ isViewed }) => !isViewed) ?? list.files[0];
		if (first === undefined || this.#texts !== null) return;
		const look = this.#looks;
		const keep = (texts: Result<ReviewTexts>): void => {
			if (texts.ok && look === this.#looks) this.#texts ??= texts.value;
		};
		// The next request for the file reads it again, and reports why that failed.
		this.#first = this.#read(source, list, first).then(keep, () => {});
		await Promise.race([this.#first, new Promise<void>((done) => void this.#options.ports.clock.after(SOON, done))]);
	}

	async #read(source: Source, list: ReviewList, file: ReviewedFile): Promise<Result<ReviewTexts>> {
		const texts = await source.texts(list, file);
		if (texts.ok) await this.#options.ports.review.prepare?.(texts.value);
		return texts;
	}

	/** Beside other requests: a list can be read and used before its lines are counted. */
	async #count(list: ReviewList, source: Source): Promise<void> {
		this.#counted = new Set(list.files.map(keyOf));
		const counted = await source.count(list).catch(() => list);
		if (this.#list === null || this.#list.range !== counted.range) return;
		this.#list = countedAs(this.#list, counted);
		this.#report(null);
	}

	async #show({ path, version }: Of): Promise<void> {
		const list = this.#list;
		const file = this.#fileOf({ path, version });
		if (list === null) return;
		await this.#first;
		if (this.#shown({ path, version }) !== null) return this.#report(null);
		const texts = file === null ? REVIEW.changed(path) : await this.#read(this.#source(list.range), list, file);
		this.#texts = texts.ok
			? texts.value
			: { path, version, oldText: null, newText: null, failure: texts.failure.message };
		if (!texts.ok && texts.failure.code === 'changed') return this.#look(list.range, null);
		this.#report(null);
	}

	async #view(list: ReviewList, file: ReviewedFile, isViewed: boolean): Promise<Result<string | null>> {
		const { path } = file;
		const content = await this.#source(list.range).contentOf(list, file);
		const kept = await this.#marks().setViewed(list.top, { path, content }, isViewed);
		if (!kept.ok) return kept;
		this.#list = { ...list, files: list.files.map((each) => (each === file ? { ...file, isViewed } : each)) };
		return succeed(null);
	}

	async #stage(list: ReviewList, file: ReviewedFile, { do: how, patch }: Staging): Promise<Result<Words>> {
		const { review } = this.#options.ports;
		if (review === undefined || !list.can.stage) return REVIEW.onlyGit();
		if (patch !== null && this.#shown(file)?.leftOut !== undefined) return REVIEW.tooLarge(file.path);
		const done = await review.stage(list, file, how, patch);
		return done.ok ? succeed(stagedWords(how, file.path, patch === null)) : done;
	}

	async #takeBack(taken: TakenBack, staged: StagedChange['staged']): Promise<Result<string>> {
		const { list, file, text, shown } = taken;
		const { ports, store } = this.#options;
		const { review, files } = ports;
		if (!list.can.takeBack) return REVIEW.notTakenBack(file.path, 'it is not of the working tree');
		if (!isOfSession(list.range)) {
			return writeTakenBack(taken, this.#options, () => review.takeBack(list, file, text, staged));
		}
		if (text === null) return undoFile(this.#changes.openSets(list, file), file, store);
		return writeTakenBack(taken, this.#options, async () => {
			const path = absolutePath(list.top, file.path);
			const { real } = await files.inspect(path);
			const now = await files.read(path, { real });
			if (!now.ok || now.value !== shown?.newText) return REVIEW.changed(file.path);
			const written = await files.write(path, text, real);
			return written.ok ? succeed(null) : written;
		});
	}

	async #saveNote(list: ReviewList, note: ReviewNote): Promise<Result<void>> {
		const { path, side } = note;
		const shown = this.#texts?.path === path ? this.#texts : null;
		const seen = side === 'old' ? shown?.oldText : shown?.newText;
		const text = seen ?? (await this.#source(list.range).textOf(list, path, side)) ?? null;
		return this.#marks().saveNote(list.top, storedNote(note, text, seen == null ? 1 : shown?.firstLine));
	}

	/** Does something with a file as it was shown; `looks`: the list is another then. */
	async #change(
		of: Of,
		act: (list: ReviewList, file: ReviewedFile) => Promise<Result<Words | null>>,
		looks = false,
	): Promise<void> {
		const list = this.#list;
		if (list === null) return this.#report(null);
		const file = this.#fileOf(of);
		const done = file === null ? REVIEW.changed(of.path) : await act(list, file);
		const words = done.ok ? done.value : done.failure.message;
		const said = words === null ? null : { words, isFailure: !done.ok };
		if (looks || (!done.ok && done.failure.code === 'changed')) return this.#look(list.range, said);
		this.#report(said);
	}

	async #changeNotes(act: (list: ReviewList) => Promise<Result<void>>): Promise<void> {
		const list = this.#list;
		if (list === null) return this.#report(null);
		const done = await act(list);
		const { notes } = await this.#marks().load(list.top);
		this.#list = { ...list, notes: await placedNotes(list, notes, this.#source(list.range)) };
		this.#report(done.ok ? null : { words: done.failure.message, isFailure: true });
	}

	#fileOf({ path, version }: Of): ReviewedFile | null {
		return this.#list?.files.find((file) => file.path === path && file.version === version) ?? null;
	}

	#shown({ path, version }: Of): ReviewTexts | null {
		return this.#texts?.path === path && this.#texts.version === version ? this.#texts : null;
	}

	#source(range: string): Source {
		return isOfSession(range) ? this.#changes : this.#options.ports.review;
	}

	#marks() {
		return this.#options.ports.reviewMarks;
	}

	#report(said: Said | null): void {
		if (said !== null) {
			const words = typeof said.words === 'string' ? said.words : said.words(this.#list);
			this.#outcome = { id: (this.#outcome?.id ?? 0) + 1, words, isFailure: said.isFailure };
		}
		this.#options.store.dispatch({
			type: 'review-known',
			list: this.#list,
			texts: this.#texts,
			outcome: this.#outcome,
		});
	}
}

function isOfSession(range: string): boolean {
	return range === 'turn' || range === 'session';
}

/** The list with the counts of another one, where the file is the same. */
function countedAs(list: ReviewList, other: ReviewList | null): ReviewList {
	if (other === null || list === other) return list;
	const known = new Map(other.files.map((file) => [keyOf(file), file]));
	const files = list.files.map((file) => {
		const { added, removed, isBinary } = known.get(keyOf(file)) ?? file;
		return { ...file, added, removed, ...(isBinary === undefined ? {} : { isBinary }) };
	});
	return { ...list, files };
}

function keyOf({ path, version }: Of): string {
	return `${path}\0${version}`;
}
