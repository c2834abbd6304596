import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, symlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { defined } from '../../../core/defined.js';
import { fail, type Result, succeed } from '../../../core/failure.js';
import { errnoOf, systemError } from '../../errno.js';
import { isStillAt } from '../../files/open-for-reading.js';
import { folderOf, foldersAbove } from '../../files/path-inside.js';
import { copySparse, writeSparse } from '../../files/sparse-copy.js';
import { type FileFacts, factsOf, isSameFacts } from '../../snapshots/snapshot-entry.js';
import { inParent } from '../in-parent.js';
import type { Difference } from '../shadow-difference.js';
import { REASONS, SHADOW } from '../shadow-messages.js';
import { contentId, lookAtSide, MOST_READ_BYTES, readFileBytes, statsAt } from '../shadow-side.js';
import type { Step } from './apply-journal.js';
import { type Chosen, refusalOfBytes } from './plan-apply.js';

export type Staged = { readonly chosen: Chosen; readonly temporary: string | null; readonly large: FileFacts | null };

type Places = { readonly view: string; readonly real: string; readonly onBytes: (bytes: number) => void };

/** Unguessable temporary names beside the places of their content. */
export function temporariesFor(chosen: readonly Chosen[], real: string): ReadonlyMap<string, string> {
	const token = randomBytes(6).toString('hex');
	return new Map(
		chosen
			.filter(({ own: { view } }) => view?.kind === 'file' || view?.kind === 'link')
			.map(({ own: { path } }, index) => {
				const folder = nearestFolder(path, real);
				return [path, `${folder === '' ? '' : `${folder}/`}.acp-tui-${token}-${index}.tmp`];
			}),
	);
}

/** Writes the contents beside their places: a full disk is noticed before anything is changed. */
export async function stage(
	chosen: readonly Chosen[],
	temporaries: ReadonlyMap<string, string>,
	places: Places,
): Promise<Result<{ readonly staged: readonly Staged[]; readonly skipped: { path: string; reason: string }[] }>> {
	const staged: Staged[] = [];
	const skipped: { path: string; reason: string }[] = [];
	for (const each of chosen) {
		const temporary = temporaries.get(each.own.path) ?? null;
		try {
			const reason = await stageOne(each, temporary, places);
			const { view } = each.own;
			const isLarge = view?.kind === 'file' && view.facts.size > BigInt(MOST_READ_BYTES);
			const stats = isLarge && temporary !== null ? statsAt(`${places.real}/${temporary}`) : null;
			if (reason === null) staged.push({ chosen: each, temporary, large: stats === null ? null : factsOf(stats) });
			else skipped.push({ path: each.own.path, reason });
		} catch (error) {
			const { code, why } = systemError(error);
			if (code === 'disk-full') return SHADOW.full();
			if (errnoOf(error) === 'EIO') return fail(code, SHADOW.notApplied(why).failure.message);
			skipped.push({ path: each.own.path, reason: REASONS.notWritten(why) });
		}
	}
	return succeed({ staged, skipped });
}

export async function removeTemporaries(paths: Iterable<string>, real: string): Promise<void> {
	for (const path of paths) await inParent(real, path, (via) => rm(via, { force: true })).catch(() => {});
}

async function stageOne(chosen: Chosen, temporary: string | null, places: Places): Promise<string | null> {
	const { path, view, real } = chosen.own;
	const target = `${places.real}/${path}`;
	const alias = real === null ? null : otherNameOf(basename(target), await readdir(dirname(target)));
	if (alias !== null) return `the disk takes it for ${alias}, whose name differs in case alone`;
	if (temporary === null || view === null) return null;
	const done = await inParent(places.real, temporary, async (via) => {
		if (view.kind === 'link') {
			await symlink(view.target, via);
			return null;
		}
		return writeContent(chosen, via, places);
	});
	// Null, too, when a folder on the way is a link by now.
	return done === null && (await inParent(places.real, temporary, (via) => lstat(via))) === null
		? REASONS.changedMeanwhile
		: done;
}

async function writeContent(chosen: Chosen, via: string, places: Places): Promise<string | null> {
	const { view: root, onBytes } = places;
	const { own, content, text } = chosen;
	const { path, view, real } = own;
	if (text !== undefined && real?.kind === 'file') {
		const reason = await refusalOfBytes(chosen, places);
		// The file keeps its permissions.
		if (reason === null) await writeSparse(via, Buffer.from(text), real.mode);
		return reason;
	}
	if (view?.kind !== 'file') return REASONS.changedInView;
	const from = `${root}/${path}`;
	const { facts, mode } = view;
	if (facts.size <= BigInt(MOST_READ_BYTES)) {
		const read = await readFileBytes(from, facts.size);
		if (read === null) return whyUnread(from, mode);
		if (contentId(read.bytes) !== content || read.mode !== mode) return REASONS.changedInView;
		await writeSparse(via, read.bytes, mode);
		return null;
	}
	await using handle = await openToRead(from);
	if (handle === null) return REASONS.notReadable(mode);
	const isSame = async (): Promise<boolean> => isSameFacts(factsOf(await handle.stat({ bigint: true })), facts);
	// Nor through a folder that became a link meanwhile.
	if (!(await isSame()) || !(await isStillAt(handle, from))) return REASONS.changedInView;
	await copySparse(handle, via, { mode, onBytes });
	if (await isSame()) return null;
	await rm(via, { force: true });
	return REASONS.changedInView;
}

async function openToRead(path: string): Promise<FileHandle | null> {
	try {
		return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		if (errnoOf(error) === 'EACCES') return null;
		throw error;
	}
}

async function whyUnread(path: string, mode: number): Promise<string> {
	const isOpen = await openToRead(path).then(
		(handle) => handle?.close().then(() => true) ?? false,
		// The file was removed or replaced meanwhile.
		() => true,
	);
	return isOpen ? REASONS.changedInView : REASONS.notReadable(mode);
}

function nearestFolder(path: string, real: string): string {
	const missing = foldersAbove(path).findLast((folder) => lookAtSide(`${real}/${folder}`)?.kind !== 'folder');
	return folderOf(missing ?? path);
}

/**
 * The listed name that a disk treats as this one: they differ in case, or in Unicode composition. Null where the name
 * itself is listed, or no such name.
 */
export function otherNameOf(name: string, listed: readonly string[]): string | null {
	if (listed.includes(name)) return null;
	const folded = fold(name);
	return listed.find((each) => fold(each) === folded) ?? null;
}

function fold(name: string): string {
	return name.normalize('NFC').toLowerCase();
}

/** A removal; `after`: of a rename's old path, once the new one exists. */
type Gone = { readonly difference: Difference; readonly keep: string | null; readonly after?: string };

/**
 * The steps for staged changes, in an order in which each finds what it needs: first obstacles are removed, then files
 * are placed, deletions are last, with folders that the view lacks.
 */
export function stepsFor(
	staged: readonly Staged[],
	{ view, real, keepAt }: { readonly view: string; readonly real: string; keepAt(path: string): string },
): readonly Step[] {
	const gone: Gone[] = [];
	const written: { readonly staged: Staged; readonly keep: string | null }[] = [];
	for (const each of staged) {
		const { own, source, isOverConflict } = each.chosen;
		const isKept = isOverConflict && own.real !== null && own.real.kind !== 'folder';
		const keep = isKept ? keepAt(own.path) : null;
		if (own.view === null || (own.view.kind === 'folder' && own.real !== null && own.real.kind !== 'folder')) {
			gone.push({ difference: own, keep });
		}
		if (own.view !== null) written.push({ staged: each, keep });
		if (source !== null) gone.push({ difference: source, keep: null, after: own.path });
	}
	const tops = new Set(written.map(({ staged: { chosen } }) => chosen.own.path));
	const above = new Set([...tops].flatMap(foldersAbove));
	const isInTheWay = ({ path }: Difference): boolean =>
		tops.has(path) || above.has(path) || foldersAbove(path).some((folder) => tops.has(folder));
	const early = gone.filter(({ difference }) => isInTheWay(difference));
	const late = gone.filter(({ difference }) => !isInTheWay(difference));
	return [
		...removals(early),
		...written.flatMap(({ staged: each, keep }) => writeSteps(each, keep)),
		...removals(late),
		...modes(
			written.map(({ staged: each }) => each),
			{ view, real },
		),
	];
}

const WRITTEN_BY_ALL = 0o002;

function writeSteps({ chosen: { own }, temporary, large: staged }: Staged, keepAt: string | null): readonly Step[] {
	const { path, view, real } = own;
	if (view?.kind === 'folder') return real?.kind === 'folder' ? [] : [{ type: 'folder', path }];
	if (temporary === null) return [];
	const expected = real === null || real.kind === 'folder' ? null : real.facts;
	const large = staged === null || view?.kind !== 'file' ? undefined : { view: view.facts, staged };
	return [{ type: 'write', path, temporary, expected, keepAt, ...defined({ large }) }];
}

function removals(gone: readonly Gone[]): readonly Step[] {
	const files: Step[] = [];
	const folders = new Set<string>();
	for (const { difference, keep, after } of gone) {
		const { path, real, goneFolder } = difference;
		if (real?.kind === 'folder') folders.add(path);
		else if (real?.facts != null)
			files.push({ type: 'remove', path, expected: real.facts, keepAt: keep, ...defined({ after }) });
		if (goneFolder === null) continue;
		const names = path.split('/');
		for (let depth = goneFolder.split('/').length; depth < names.length; depth += 1) {
			folders.add(names.slice(0, depth).join('/'));
		}
	}
	const innermost = [...folders].sort().reverse();
	return [...files, ...innermost.map((path): Step => ({ type: 'remove-folder', path }))];
}

/** New folders get their permissions at the end: these may forbid writing. */
function modes(
	written: readonly Staged[],
	{ view, real }: { readonly view: string; readonly real: string },
): readonly Step[] {
	const folders = new Map<string, number>();
	for (const { chosen } of written) {
		const { path, view: own } = chosen.own;
		// A folder that everybody may write has to be shown as such.
		const shown = chosen.change.openFolder === undefined ? ~WRITTEN_BY_ALL : ~0;
		if (own?.kind === 'folder') folders.set(path, own.mode);
		for (const above of foldersAbove(path)) {
			if (folders.has(above) || lookAtSide(`${real}/${above}`)?.kind === 'folder') break;
			const side = lookAtSide(`${view}/${above}`);
			if (side?.kind === 'folder') folders.set(above, side.mode & shown);
		}
	}
	const innermost = [...folders].sort(([one], [other]) => (one < other ? 1 : -1));
	return innermost.map(([path, mode]): Step => ({ type: 'mode', path, mode }));
}
