import { readdir, readFile, readlink } from 'node:fs/promises';
import type { EndedProcess } from '../../../core/sandbox/confinement.js';
import { isWithin } from '../../files/inside.js';
import { nameOf } from './sandbox-processes.js';

/** What counts as a file of those looked for. */
export type WatchedFiles = {
	/** The numbers of their mounts. */
	readonly mounts: ReadonlySet<number>;
	/** The folders where these are mounted. */
	readonly folders: readonly string[];
};

const O_ACCMODE = 0o3;
const O_PATH = 0o10000000;

/**
 * Which of these processes hold a file of those mounts open for writing; each once, with one of its files. Where none is
 * seen, those with a file on its way through a socket, as nobody can say which it is.
 */
export async function findWriters(pids: readonly number[], files: WatchedFiles): Promise<readonly EndedProcess[]> {
	const found = await Promise.all(
		pids.map(async (pid): Promise<EndedProcess | null> => {
			const open = await openFor(pid, files);
			const path = typeof open === 'string' ? open : ((await mappedFor(pid, files)) ?? open);
			return path === null ? null : { pid, name: nameOf(pid), path: path === ON_ITS_WAY ? null : path };
		}),
	);
	const all = found.filter((writer) => writer !== null);
	const writers = all.filter(({ path }) => path !== null);
	return writers.length > 0 ? writers : all;
}

const ON_ITS_WAY = Symbol('a file in a socket');

/** Threads may have descriptors of their own. */
async function openFor(pid: number, { mounts }: WatchedFiles): Promise<string | typeof ON_ITS_WAY | null> {
	let other: typeof ON_ITS_WAY | null = null;
	const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
	for (const task of tasks) {
		const folder = `/proc/${pid}/task/${task}`;
		for (const descriptor of await readdir(`${folder}/fdinfo`).catch(() => [])) {
			const text = await readFile(`${folder}/fdinfo/${descriptor}`, 'utf8').catch(() => '');
			const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(text)?.[1] ?? '0', 8);
			const mount = Number(/^mnt_id:\s*(\d+)/m.exec(text)?.[1] ?? -1);
			if (/^scm_fds:\s*[1-9]/m.test(text)) other = ON_ITS_WAY;
			if ((flags & O_ACCMODE) === 0 || (flags & O_PATH) !== 0 || !mounts.has(mount)) continue;
			return await readlink(`${folder}/fd/${descriptor}`).catch(() => '');
		}
	}
	return other;
}

/** A shared mapping of a file that was opened for writing keeps it so, also one that is only read by now. */
async function mappedFor(pid: number, { folders }: WatchedFiles): Promise<string | null> {
	const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '');
	const shared = /^\S+ ...s \S+ \S+ \d+ +(\/.*)$/gm;
	const paths = [...maps.matchAll(shared)].map(([, path = '']) => path.replace(/ \(deleted\)$/, ''));
	const inside = paths.filter((path) => folders.some((folder) => isWithin(folder, path)));
	if (inside.length === 0) return null;
	const details = await readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '');
	for (const mapping of details.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
		const path = inside.find((each) => mapping.slice(0, mapping.indexOf('\n')).includes(each));
		// May be made writable, and is shared.
		if (path !== undefined && /^VmFlags:(?=.* sh\b)(?=.* mw\b)/m.test(mapping)) return path;
	}
	return null;
}
