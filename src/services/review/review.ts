import { type Result, succeed } from '../../core/failure.js';
import type { ReviewedFile, ReviewList, ReviewPort, ReviewRange } from '../../core/review/review.js';
import { type Git, type GitOptions, readingGit } from '../git/open-git.js';
import { countLines } from '../shadow/line-counts.js';
import { shaOf } from '../snapshots/content-store.js';
import { sideIn } from './as-shown.js';
import { readBlobs } from './blobs.js';
import { LINK, pathIn, readWorking, SUBMODULE, sideAt, sidesOf } from './file-versions.js';
import { countFiles, listFiles } from './list-changes.js';
import { type FoundPlace, findPlace, openFound, openPlace, type Place } from './review-place.js';
import { decoded, readTexts } from './review-texts.js';
import { listUntracked, type ScratchIndex, scratchIndex } from './scratch-index.js';
import { stage } from './stage-hunks.js';
import { takeBack } from './take-back-file.js';

export type ReviewOptions = Omit<GitOptions, 'signal'> & {
	readonly workspace: string;
	/** A private folder for copies of the index. */
	readonly scratch: () => Promise<string>;
};

type Looked = { readonly range: ReviewRange; readonly place: Place; readonly index: ScratchIndex | null };

/** Larger files are compared by what the system says of them. */
const MOST_HASHED = 10 * 1024 * 1024;
const MOST_KNOWN = 20_000;
/** Notes are looked for in files up to this size. */
const MOST_SEARCHED = 2 * 1024 * 1024;

/** Reviews over git. Each call asks git anew: settings that name programs may have come since the last. */
export function createReview({ workspace, scratch, ...options }: ReviewOptions): ReviewPort {
	const inPlace = async <T>(range: ReviewRange, use: (place: Place) => Promise<Result<T>>): Promise<Result<T>> => {
		const place = await openPlace(workspace, range, options);
		return place.ok ? use(place.value) : place;
	};
	const contents = new Map<string, string>();
	/** Last look, which its count goes on from. */
	let looked: Looked | null = null;
	/** The git that reads contents and runs no program, and the folder that it runs in. */
	let reading: { readonly git: Git; readonly top: string } | null = null;
	const readingIn = async (top: string): Promise<Result<Git>> => {
		if (reading?.top === top) return succeed(reading.git);
		const found = await findPlace(top, '', options);
		return found.ok ? succeed(found.value.reading) : found;
	};
	return {
		async list(range) {
			const found = await findPlace(workspace, range, options);
			if (!found.ok) return found;
			const opened = await openCompared(found.value, options, scratch);
			if (!opened.ok) return opened;
			await looked?.index?.remove();
			const { place, index } = opened.value;
			looked = { range, place, index };
			reading = { git: found.value.reading, top: place.top };
			const listed = await listFiles(place, index, options.env);
			return listed.ok ? succeed(listOf(range, place, listed.value)) : listed;
		},
		async count(list) {
			const last = looked?.range === list.range ? looked : null;
			if (last === null) return list;
			looked = null;
			const counted = await countFiles(last.place, list.files, last.index);
			await last.index?.remove();
			return counted.ok ? { ...list, files: counted.value } : list;
		},
		async texts({ top, can }, file) {
			const git = await readingIn(top);
			return git.ok ? readTexts({ git: git.value, top, isHead: can.stage }, file, scratch) : git;
		},
		async textOf(list, path, side) {
			// The working tree is read without git.
			if (side === 'new' && list.can.takeBack) return workingText(list, path);
			const read = await inPlace(list.range, async (place) => succeed(await textIn(place, list, path, side)));
			return read.ok ? read.value : undefined;
		},
		async contentOf(list, file) {
			const key = `${file.path}\0${file.version}`;
			const known = contents.get(key);
			if (known !== undefined) return known;
			const content = await contentOf(list, file);
			if (contents.size >= MOST_KNOWN) contents.clear();
			contents.set(key, content);
			return content;
		},
		countLines,
		stage: ({ range }, file, how, patch) => inPlace(range, (place) => stage(place, file, how, patch)),
		takeBack: ({ range }, file, text, staged) => inPlace(range, (place) => takeBack(place, file, text, staged)),
	};
}

/** Opens what is compared. Files that are not tracked are listed meanwhile, which ends where nothing can be opened. */
async function openCompared(
	found: FoundPlace,
	options: GitOptions,
	scratch: ReviewOptions['scratch'],
): Promise<Result<Pick<Looked, 'place' | 'index'>>> {
	const unused = new AbortController();
	const git = readingGit(found.found, { ...options, signal: unused.signal });
	const untracked = found.range.type === 'tree' ? listUntracked(git) : null;
	try {
		const place = await openFound(found, options);
		if (!place.ok) return place;
		const index = untracked === null ? succeed(null) : await scratchIndex(place.value, untracked, scratch);
		return index.ok ? succeed({ place: place.value, index: index.value }) : index;
	} finally {
		unused.abort();
	}
}

function listOf(
	range: ReviewRange,
	{ title, top, isHead, fresh }: Place,
	{ files, more }: { readonly files: readonly ReviewedFile[]; readonly more: number },
): ReviewList {
	return {
		...{ range, title, top, files },
		...(more === 0 ? {} : { more }),
		notes: [],
		can: { stage: isHead, takeBack: fresh === null },
	};
}

async function contentOf(list: ReviewList, { path, version, isWhole }: ReviewedFile): Promise<string> {
	const { old, fresh } = sidesOf(version);
	if (fresh?.isMark !== true || isWhole === true) return version;
	const read = await readWorking(list, path, fresh, MOST_HASHED);
	if (!read.ok || typeof read.value === 'number') return version;
	return shaOf(Buffer.from(`${old?.mode} ${old?.id} ${fresh.mode} ${shaOf(read.value)}`)).slice(0, 32);
}

async function textIn(
	place: Place,
	list: ReviewList,
	path: string,
	side: 'old' | 'new',
): Promise<string | null | undefined> {
	const tree = side === 'old' ? place.old : place.fresh;
	if (tree === null) return undefined;
	const oldPath = side === 'old' ? list.files.find((file) => file.path === path)?.oldPath : undefined;
	const found = await sideIn(place, tree, oldPath ?? path);
	if (found === null) return null;
	if (found.mode === SUBMODULE || found.mode === LINK) return undefined;
	return textOf((await readBlobs(place.git, [found.id], MOST_SEARCHED)).get(found.id));
}

async function workingText({ top }: ReviewList, path: string): Promise<string | null | undefined> {
	const now = sideAt(pathIn({ top }, path), '');
	if (now === null) return null;
	const read = await readWorking({ top }, path, now, MOST_SEARCHED);
	return read.ok ? textOf(read.value) : undefined;
}

function textOf(content: Buffer | number | undefined): string | undefined {
	return Buffer.isBuffer(content) ? (decoded(content).text ?? undefined) : undefined;
}
