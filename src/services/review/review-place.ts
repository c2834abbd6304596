import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { findTop } from '../git/find-top.js';
import { type Git, type GitOptions, readingGit, reasonOf, withoutOwnPrograms } from '../git/open-git.js';
import { leadsElsewhere, refused } from '../git/repository.js';
import { type Git as FoundGit, findGit } from '../git/run-git.js';
import { REVIEW, TITLES } from './review-messages.js';

/** Sides that are compared: trees, or a tree and the working tree (`fresh` null). */
export type Place = {
	readonly git: Git;
	readonly top: string;
	readonly indexFile: string;
	readonly algorithm: 'sha1' | 'sha256';
	readonly old: string;
	readonly fresh: string | null;
	/** The working tree against HEAD: files can be staged. */
	readonly isHead: boolean;
	readonly title: string;
};

const EMPTY_TREES = {
	sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
	sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/** A repository that is not known yet: what needs no filter can be asked for already. */
export type FoundPlace = {
	readonly folder: string;
	readonly range: WrittenRange;
	readonly top: string;
	readonly found: FoundGit;
	readonly reading: Git;
};

/** Finds the repository around a folder. Fails with `usage` where there is none, and for what is no range. */
export async function findPlace(folder: string, words: string, options: GitOptions): Promise<Result<FoundPlace>> {
	const range = readRange(words);
	if (range === null) return REVIEW.oddRange(words);
	const top = await findTop(folder);
	if (top === null) return REVIEW.noRepository(folder);
	const found = await findGit({ cwd: top, env: options.env });
	return found.ok
		? succeed({ folder, range, top, found: found.value, reading: readingGit(found.value, options) })
		: found;
}

/** Finds the repository and both sides of a range. Fails with `usage` where there is no such repository or range. */
export async function openPlace(folder: string, range: string, options: GitOptions): Promise<Result<Place>> {
	const found = await findPlace(folder, range, options);
	return found.ok ? openFound(found.value, options) : found;
}

/** The second half of {@link openPlace}. */
export async function openFound(place: FoundPlace, options: GitOptions): Promise<Result<Place>> {
	const { folder, range, top, found, reading } = place;
	// The facts need no filter: both are asked for at once.
	const [opened, asked] = await Promise.all([withoutOwnPrograms(found, top, options), factsOf(reading, range)]);
	if (!opened.ok) return opened;
	if (!asked.ok) return asked;
	const git = opened.value;
	const { bytes, errors } = asked.value;
	const [isBare, shownTop, index, format, ...trees] = bytes.toString('utf8').split('\n');
	if (isBare === 'true' || /must be run in a work tree/.test(errors)) return REVIEW.bare(folder);
	if (shownTop === undefined || index === undefined || format === undefined || shownTop === '')
		return refused(top, reasonOf(errors));
	if ((await realpath(shownTop).catch(() => null)) !== top) return leadsElsewhere('it is not reviewed');
	const algorithm = format === 'sha256' ? 'sha256' : 'sha1';
	const sides = await sidesOf(git, range, trees, EMPTY_TREES[algorithm]);
	return sides.ok ? succeed({ git, top, indexFile: resolve(top, index), algorithm, ...sides.value }) : sides;
}

function factsOf(reading: Git, range: WrittenRange) {
	const facts = ['--is-bare-repository', '--show-toplevel', '--git-path', 'index', '--show-object-format'];
	return reading.run(['rev-parse', ...facts, ...treesOf(range)], { timeout: LONGEST, most: MOST_BYTES });
}

const LONGEST = 30_000;
const MOST_BYTES = 65_536;

function treesOf(range: WrittenRange): readonly string[] {
	return range.type === 'tree' ? [`${range.old}^{tree}`] : [`${range.old}^{tree}`, `${range.fresh}^{tree}`];
}

type Sides = Pick<Place, 'old' | 'fresh' | 'isHead' | 'title'>;

async function sidesOf(
	git: Git,
	range: WrittenRange,
	trees: readonly string[],
	emptyTree: string,
): Promise<Result<Sides>> {
	const [old, fresh] = trees.map((line) => (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(line) ? line : undefined));
	const isHead = range.old === 'HEAD' && range.type === 'tree';
	if (isHead && old === undefined) {
		// Without a commit HEAD names a branch that does not exist yet.
		const unborn = await git.read(['symbolic-ref', '--quiet', 'HEAD']);
		if (unborn === null) return REVIEW.unknown('HEAD');
		return succeed({ old: emptyTree, fresh: null, isHead, title: TITLES.noCommit });
	}
	if (old === undefined) return REVIEW.unknown(range.old);
	if (range.type === 'tree') {
		const title = isHead ? TITLES.head : TITLES.against(range.old);
		return succeed({ old, fresh: null, isHead, title });
	}
	if (fresh === undefined) return REVIEW.unknown(range.fresh);
	const title = TITLES.between(range.words);
	if (range.type === 'trees') return succeed({ old, fresh, isHead: false, title });
	const base = await git.read(['merge-base', `${range.old}^{commit}`, `${range.fresh}^{commit}`]);
	const tree = base === null ? null : await git.read(['rev-parse', '--verify', '--quiet', `${base}^{tree}`]);
	return tree === null ? REVIEW.nothingShared(range.words) : succeed({ old: tree, fresh, isHead: false, title });
}

/** A range as it was typed, with what stands for an empty side. */
type WrittenRange =
	| { readonly type: 'tree'; readonly old: string }
	| { readonly type: 'trees' | 'since-base'; readonly old: string; readonly fresh: string; readonly words: string };

const MOST_CHARS = 1000;

/** Null for what git could take for an option or several words, and for what is no name at all. */
function readRange(range: string): WrittenRange | null {
	const words = range.trim() === '' ? 'HEAD' : range.trim();
	if (words.length > MOST_CHARS || /[\0-\x20\x7f]/.test(words)) return null;
	const [, old, dots, fresh] = /^(.*?)(\.{2,3})(?!\.)(.*)$/.exec(words) ?? [];
	if (old === undefined || dots === undefined || fresh === undefined) {
		return isName(words) ? { type: 'tree', old: words } : null;
	}
	const sides = { old: old === '' ? 'HEAD' : old, fresh: fresh === '' ? 'HEAD' : fresh, words };
	if (!isName(sides.old) || !isName(sides.fresh)) return null;
	return { type: dots === '..' ? 'trees' : 'since-base', ...sides };
}

/** A name that begins with a dash would be an option, `^name` leaves out; neither is one tree. */
function isName(words: string): boolean {
	return !/^[-^]|\.\.|^\.+$/.test(words);
}
