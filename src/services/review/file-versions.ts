import { type FileHandle, readlink } from 'node:fs/promises';
import { bytesOf } from '../../core/edits/git-names.js';
import type { Environment } from '../../core/environment.js';
import { type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { isStillAt, openForReading } from '../files/open-for-reading.js';
import { readRegular } from '../files/read-regular.js';
import { readGit } from '../git/run-git.js';
import { statsAt } from '../shadow/shadow-side.js';
import { factsOf, markOf } from '../snapshots/snapshot-entry.js';
import { REVIEW } from './review-messages.js';
import type { Place } from './review-place.js';

/** A side of a file: what git knows of it, or in the working tree what the system says of it (`mark`). */
export type Side = { readonly mode: string; readonly id: string; readonly isMark: boolean };

/** Null for a side without a file. */
export type Sides = { readonly old: Side | null; readonly fresh: Side | null };

export const LINK = '120000';
export const SUBMODULE = '160000';

/** Both sides as the version of a file: it is all that has to be known to find them again. */
export function versionOf({ old, fresh }: Sides): string {
	return `${written(old)} ${written(fresh)}`;
}

export function sidesOf(version: string): Sides {
	const [old = '', fresh = ''] = version.split(' ');
	return { old: read(old), fresh: read(fresh) };
}

function written(side: Side | null): string {
	return side === null ? '-' : `${side.mode}${side.isMark ? '=' : '#'}${side.id}`;
}

function read(text: string): Side | null {
	const [, mode, sign, id] = /^([0-7]{6})([=#])(.*)$/.exec(text) ?? [];
	return mode === undefined || id === undefined ? null : { mode, id, isMark: sign === '=' };
}

/** The side of a file in the working tree; null where there is none. `mode` is what git says of it. */
export function sideAt(path: string | Buffer, mode: string): Side | null {
	const stats = statsAt(path);
	return stats === null ? null : { mode, id: markOf(factsOf(stats)), isMark: true };
}

/** Bytes of a file of the working tree, as its mark says. */
export function sizeIn({ id }: Side): number {
	return Number(id.split(':')[1] ?? 0);
}

/** Whether two sides that a mark stands for are a file of the same bytes and kind. */
export function isSame(one: Side | null, other: Side | null): boolean {
	return written(one) === written(other);
}

/** Where a file of the working tree is, by the bytes of its name. */
export function pathIn({ top }: Pick<Place, 'top'>, path: string): Buffer {
	return Buffer.concat([Buffer.from(`${top}/`), bytesOf(path)]);
}

/** Bytes of a file while it is as its mark says; a number where it is larger than `most`: its size. */
export async function readWorking(
	place: Pick<Place, 'top'>,
	path: string,
	side: Side,
	most: number,
): Promise<Result<Buffer | number>> {
	const at = pathIn(place, path);
	if (sizeIn(side) > most) return isSame(sideAt(at, side.mode), side) ? succeed(sizeIn(side)) : REVIEW.changed(path);
	try {
		const read = await readRegular(at, most);
		if (typeof read === 'string') return REVIEW.changed(path);
		return markOf(read.facts) === side.id ? succeed(read.bytes) : REVIEW.changed(path);
	} catch (error) {
		const { code, why } = systemError(error);
		return code === 'not-found' ? REVIEW.changed(path) : REVIEW.noText(path, why);
	}
}

/** The file open for reading, while it is as its mark says. */
export async function openWorking(place: Pick<Place, 'top'>, path: string, side: Side): Promise<Result<FileHandle>> {
	const at = pathIn(place, path);
	let handle: FileHandle | null = null;
	try {
		if (!isSame(sideAt(at, side.mode), side)) return REVIEW.changed(path);
		handle = await openForReading(at);
		const isIt = (await isStillAt(handle, at)) && markOf(factsOf(await handle.stat({ bigint: true }))) === side.id;
		if (isIt) return succeed(handle);
		await handle.close();
		return REVIEW.changed(path);
	} catch (error) {
		await handle?.close();
		return REVIEW.noText(path, systemError(error).why);
	}
}

/** Where a link leads, while it is as its mark says. */
export async function readLink(place: Pick<Place, 'top'>, path: string, side: Side): Promise<Result<string>> {
	const at = pathIn(place, path);
	const target = await readlink(at).catch(() => null);
	return target !== null && isSame(sideAt(at, side.mode), side) ? succeed(target) : REVIEW.changed(path);
}

/** The commit that a repository in the working tree is at; null where that is not known. */
export async function commitAt(folder: string, env: Environment): Promise<string | null> {
	const read = await readGit({
		cwd: folder,
		env,
		args: ['rev-parse', '--verify', '--quiet', 'HEAD'],
		timeout: LONGEST,
		most: MOST_BYTES,
	});
	const commit = read.ok && read.value.code === 0 ? read.value.bytes.toString('latin1').trim() : '';
	return /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
}

const LONGEST = 10_000;
const MOST_BYTES = 1024;
