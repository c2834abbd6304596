import { readFileSync } from 'node:fs';
import { isWithin } from '../../files/path-inside.js';
import { textOf } from './path-text.js';

/** A mount as a process sees it. */
export type Mount = {
	/** Its number, by which open files name it. */
	readonly id: number;
	readonly at: string;
	readonly isReadOnly: boolean;
	/** Flags that a bind mount or a change of it may not lose: the kernel refuses to loosen them in a user namespace. */
	readonly flags: readonly string[];
};

const KEPT: ReadonlySet<string> = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime']);

/** The mounts that a process sees (proc(5)); of several at one place the uppermost. Empty when it is gone, or nobody tells. */
export function mountsOf(pid: number | 'self'): readonly Mount[] {
	let text: string;
	try {
		text = textOf(readFileSync(`/proc/${pid}/mountinfo`));
	} catch {
		return [];
	}
	const all = text.split('\n').flatMap((line): readonly Mount[] => {
		const [id, , , , place, options] = line.split(' ');
		if (place === undefined || options === undefined) return [];
		const at = place.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
		const flags = options.split(',');
		return [{ id: Number(id), at, isReadOnly: flags.includes('ro'), flags: flags.filter((flag) => KEPT.has(flag)) }];
	});
	return [...new Map(all.map((mount) => [mount.at, mount])).values()];
}

/** The mounts below a folder, outer ones first. */
export function mountsBelow(folder: string, mounts: readonly Mount[]): readonly Mount[] {
	const below = mounts.filter(({ at }) => at !== folder && isWithin(folder, at));
	return below.toSorted((one, other) => one.at.length - other.at.length);
}

export function mountAround(path: string, mounts: readonly Mount[]): Mount | undefined {
	const around = mounts.filter(({ at }) => isWithin(at, path));
	return around.toSorted((one, other) => one.at.length - other.at.length).at(-1);
}

/** Flags of a mount, with `ro` where it is read-only. */
export function flagsOf(mount: Mount | undefined): readonly string[] {
	return [...(mount?.isReadOnly === true ? ['ro'] : []), ...(mount?.flags ?? [])];
}
