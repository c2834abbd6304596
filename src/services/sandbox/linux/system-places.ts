import { lstat, readlink } from 'node:fs/promises';
import type { Place } from './mount-place.js';

/** Places that programs are made of, and what tells them how this machine is set up. */
const SYSTEM = [
	...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt'],
	...['/nix', '/gnu', '/run/current-system', '/sys/devices/system/cpu'],
];

/** Keys and passwords of the machine, which root would read in the sandbox too. */
const SECRET = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/ssl/private', '/etc/sudoers.d'];

/** Kind of what is at a path: where a link leads; null for nothing. */
export type Seen = 'folder' | 'file' | 'socket' | { readonly link: string } | null;

/** Looks at a path without following a link in its place. */
async function seeAt(path: string): Promise<Seen> {
	const facts = await lstat(path).catch(() => null);
	if (facts === null) return null;
	if (facts.isSymbolicLink()) return { link: await readlink(path).catch(() => '') };
	if (facts.isSocket()) return 'socket';
	return facts.isDirectory() ? 'folder' : 'file';
}

/** The folders of the system, to be read, as they are on this machine: some are links to others. */
export async function systemPlaces(see: (path: string) => Promise<Seen> = seeAt): Promise<readonly Place[]> {
	const shown = await Promise.all(SYSTEM.map(async (at) => [at, await see(at)] as const));
	const secret = await Promise.all(SECRET.map(async (at) => [at, await see(at)] as const));
	return [
		...shown.flatMap(([at, seen]): readonly Place[] => {
			if (seen === null || seen === 'socket') return [];
			if (typeof seen === 'object') return [{ type: 'link', at, to: seen.link }];
			return [{ type: 'bind', from: at, at, access: 'read' }];
		}),
		...secret.flatMap(([at, seen]) => (seen === 'file' || seen === 'folder' ? [coverOf(at, seen)] : [])),
	];
}

/** Puts nothing in the place of something: an empty folder that stays empty, or an empty file. */
export function coverOf(at: string, kind: 'folder' | 'file' | 'socket'): Place {
	return kind === 'folder'
		? { type: 'empty', at, mode: '555', size: '4k' }
		: { type: 'bind', from: '/dev/null', at, access: 'read' };
}

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

/**
 * `/dev` with what every program expects there and nothing of the machine's, `/proc`, and temporary folders in memory.
 * `hasOwnProc`: the namespace gets a `/proc` of its own.
 */
export function devicePlaces(hasOwnProc: boolean): readonly Place[] {
	return [
		// The sandbox mounts its own /proc over it, which the kernel refuses over a read-only one.
		{ type: 'bind', from: '/proc', at: '/proc', access: hasOwnProc ? 'write' : 'read' },
		{ type: 'folder', at: '/dev' },
		...DEVICES.map((name): Place => {
			const at = `/dev/${name}`;
			return { type: 'bind', from: at, at, access: 'write' };
		}),
		{ type: 'terminals', at: '/dev/pts' },
		{ type: 'empty', at: '/dev/shm', mode: '1777', size: '8%' },
		{ type: 'link', at: '/dev/ptmx', to: 'pts/ptmx' },
		{ type: 'link', at: '/dev/fd', to: '/proc/self/fd' },
		{ type: 'link', at: '/dev/stdin', to: '/proc/self/fd/0' },
		{ type: 'link', at: '/dev/stdout', to: '/proc/self/fd/1' },
		{ type: 'link', at: '/dev/stderr', to: '/proc/self/fd/2' },
		{ type: 'empty', at: '/tmp', mode: '1777', size: '35%' },
		{ type: 'empty', at: '/var/tmp', mode: '1777', size: '5%' },
	];
}
