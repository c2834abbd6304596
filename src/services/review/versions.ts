import { statsAt } from '../shadow/side.js';
import { factsOf, markOf } from '../snapshots/entry.js';

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
