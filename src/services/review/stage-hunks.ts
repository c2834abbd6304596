import { bytesOf } from '../../core/edits/git-names.js';
import { readPatch } from '../../core/edits/patch.js';
import { type Result, succeed } from '../../core/failure.js';
import type { ReviewedFile, StagedChange } from '../../core/review/review.js';
import { reasonOf } from '../git/open-git.js';
import { indexEntries, isAsShown } from './as-shown.js';
import { readWorking, type Side, sidesOf } from './file-versions.js';
import { isConverted, withoutOwnFilter } from './git-conversions.js';
import { quotedName } from './quoted-names.js';
import { ONLY_WHOLE, REVIEW, STILL_STAGED } from './review-messages.js';
import type { Place } from './review-place.js';

/** Larger files are staged whole. */
const MOST_BYTES = 2 * 1024 * 1024;

type How = 'stage' | 'unstage';

/** Stages or unstages hunks of a file, or all of it. Fails with `changed` where it is not as it was shown. */
export async function stage(place: Place, file: ReviewedFile, how: How, patch: string | null): Promise<Result<void>> {
	if (!(await isAsShown(place, file))) return REVIEW.changed(file.path);
	if (how === 'unstage') return patch === null ? unstageFile(place, file) : applyHunks(place, file, how, patch);
	const allowed = await withoutOwnFilter(place, file.path);
	if (!allowed.ok) return allowed;
	if (patch === null) return stageFile(place, file);
	const exact = await isExact(place, file);
	return exact.ok ? applyHunks(place, file, how, patch) : exact;
}

/**
 * Takes what was taken back in the working tree out of the index; `before`: how much of the file it had. Null, or why it
 * stays there.
 */
export async function unstageTaken(
	place: Place,
	file: ReviewedFile,
	{ isAll, before, staged }: StagedChange & { readonly isAll: boolean; readonly before: ReviewedFile['staged'] },
): Promise<string | null> {
	const unstaged = async (): Promise<Result<void> | string> => {
		// The index gets the version of HEAD.
		if (isAll && before === 'all') return unstageFile(place, file);
		if (staged === undefined) return STILL_STAGED.unknown;
		if (staged === null) return STILL_STAGED.own;
		const applied = staged === '' ? succeed(undefined) : await applyHunks(place, file, 'unstage', staged);
		if (!applied.ok || !isAll) return applied;
		return (await hasOldText(place, file)) ? unstageFile(place, file) : STILL_STAGED.own;
	};
	const done = await unstaged();
	if (typeof done === 'string') return done;
	return done.ok ? null : done.failure.message;
}

/** Whether a file that HEAD has is the same in the index, but for its name and mode. */
async function hasOldText(place: Place, { path, oldPath, version }: ReviewedFile): Promise<boolean> {
	const { old } = sidesOf(version);
	if (old === null) return true;
	const entries = await indexEntries(place, [path, ...(oldPath === undefined ? [] : [oldPath])]);
	return [...entries.values()].includes(old.id);
}

/** The file as it is goes into the index; its old name goes. */
async function stageFile({ git }: Place, { path, oldPath }: ReviewedFile): Promise<Result<void>> {
	const input = Buffer.concat([path, ...(oldPath === undefined ? [] : [oldPath])].map(ending));
	const args = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
	return ended(await git.run(args, { input }), (why) => REVIEW.notStaged(path, why));
}

/** The index gets back what HEAD has, which is the old side. */
async function unstageFile({ git, algorithm }: Place, file: ReviewedFile): Promise<Result<void>> {
	const { path, oldPath, version } = file;
	const { old } = sidesOf(version);
	const none = `0 ${'0'.repeat(algorithm === 'sha1' ? 40 : 64)}`;
	const entry = old === null ? none : `${old.mode} ${old.id}`;
	const rows =
		oldPath === undefined
			? [[entry, path] as const]
			: ([
					[none, path],
					[entry, oldPath],
				] as const);
	const input = Buffer.concat(rows.flatMap(([facts, name]) => [Buffer.from(`${facts}\t`), ending(name)]));
	const ran = await git.run(['update-index', '-z', '--index-info'], { input });
	return ended(ran, (why) => REVIEW.notUnstaged(path, why));
}

function ending(name: string): Buffer {
	return Buffer.concat([bytesOf(name), Buffer.from([0])]);
}

async function applyHunks(place: Place, file: ReviewedFile, how: How, hunks: string): Promise<Result<void>> {
	const patch = patchWithNames(hunks, bytesOf(file.path), await kindOf(place, file, how, hunks));
	if (patch === null) return REVIEW.oddPatch();
	const args = ['-c', 'apply.ignoreWhitespace=no', 'apply', '--cached', '--whitespace=nowarn'];
	const ran = await place.git.run([...args, ...(how === 'unstage' ? ['-R'] : []), '-'], { input: patch });
	return ended(ran, () => REVIEW.doesNotFit(file.path));
}

/** Effect of the hunks on the entry of the index. In reverse, an entry that would come goes. */
async function kindOf(place: Place, file: ReviewedFile, how: How, hunks: string): Promise<PatchKind> {
	const { path, oldPath, version } = file;
	const { old, fresh } = sidesOf(version);
	const inIndex = await indexEntries(place, [path, ...(oldPath === undefined ? [] : [oldPath])]);
	const isEmpty = emptiness(hunks);
	if (how === 'unstage') {
		// Lines of a deleted file come back, and with the last line of a new one it goes.
		if (!inIndex.has(path)) return { type: 'delete', mode: modeOf(old) };
		return old === null && isEmpty.before ? { type: 'add', mode: modeOf(fresh) } : { type: 'change' };
	}
	if (inIndex.has(path)) {
		return fresh === null && isEmpty.after ? { type: 'delete', mode: modeOf(old) } : { type: 'change' };
	}
	if (oldPath !== undefined && inIndex.has(oldPath)) return { type: 'move', from: bytesOf(oldPath) };
	return { type: 'add', mode: modeOf(fresh) };
}

function modeOf(side: Side | null): string {
	return side?.mode ?? '100644';
}

/** Hunks can be staged where git keeps the very bytes that the file has. */
async function isExact(place: Place, file: ReviewedFile): Promise<Result<void>> {
	const { path, version, isWhole, isBinary } = file;
	const { fresh } = sidesOf(version);
	if (isWhole === true) return REVIEW.onlyWhole(path, ONLY_WHOLE.whole);
	if (isBinary === true) return REVIEW.onlyWhole(path, ONLY_WHOLE.noText);
	if (fresh === null) return succeed(undefined);
	const read = await readWorking(place, path, fresh, MOST_BYTES);
	if (!read.ok) return read;
	if (typeof read.value === 'number') return REVIEW.onlyWhole(path, ONLY_WHOLE.tooLarge);
	return (await isConverted(place, path, read.value))
		? REVIEW.onlyWhole(path, ONLY_WHOLE.converted)
		: succeed(undefined);
}

function ended(ran: Awaited<ReturnType<Place['git']['run']>>, failed: (why: string) => Result<never>): Result<void> {
	if (!ran.ok) return ran;
	if (ran.value.code === 0) return succeed(undefined);
	return /\.lock': File exists/.test(ran.value.errors) ? REVIEW.indexBusy() : failed(reasonOf(ran.value.errors));
}

/** Effect of a patch on the index entry: it stays, comes, goes, or takes the place of one of another name. */
type PatchKind =
	| { readonly type: 'change' }
	| { readonly type: 'add' | 'delete'; readonly mode: string }
	| { readonly type: 'move'; readonly from: Buffer };

/** Hunks of one file with its names, as `git apply` reads them; null where they are no hunks of one file. */
function patchWithNames(hunks: string, name: Buffer, kind: PatchKind): Buffer | null {
	// All lines belong to hunks, so that none can name another file.
	const read = readPatch(`--- a\n+++ a\n${hunks}`, Number.POSITIVE_INFINITY);
	if (!hunks.endsWith('\n') || read?.length !== 1) return null;
	const [before, after] = [quotedWith('a/', kind.type === 'move' ? kind.from : name), quotedWith('b/', name)];
	const header = [`diff --git ${before} ${after}`];
	if (kind.type === 'add') header.push(`new file mode ${kind.mode}`);
	if (kind.type === 'delete') header.push(`deleted file mode ${kind.mode}`);
	if (kind.type === 'move') header.push(`rename from ${quotedName(kind.from)}`, `rename to ${quotedName(name)}`);
	header.push(
		`--- ${kind.type === 'add' ? '/dev/null' : before}`,
		`+++ ${kind.type === 'delete' ? '/dev/null' : after}`,
	);
	return Buffer.from(`${header.join('\n')}\n${hunks}`);
}

function quotedWith(prefix: string, name: Buffer): string {
	return quotedName(Buffer.concat([Buffer.from(prefix), name]));
}

const RANGE = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Whether nothing is before the hunks, or behind them: the file comes, or goes, with them. */
function emptiness(hunks: string): { readonly before: boolean; readonly after: boolean } {
	const [, oldStart, oldCount, newStart, newCount] = RANGE.exec(hunks) ?? [];
	return { before: oldStart === '0' && oldCount === '0', after: newStart === '0' && newCount === '0' };
}
