import type { EndedProcess } from '../../../core/sandbox/confinement.js';
import { isWithin } from '../../files/path-inside.js';
import { linkAt } from '../linux/place-facts.js';
import { nameOf, namesIn, textAt } from './sandbox-processes.js';

/**
 * Something that a process has open for writing. `mount`: the number of the mount that it was opened through, null for
 * a shared mapping. `path`: null for a file on its way through a socket, as nobody can say which it is.
 */
export type OpenFile = { readonly path: string | null; readonly mount: number | null };

export type WatchedFiles = {
	readonly mounts: ReadonlySet<number>;
	/** The folders where these are mounted. */
	readonly folders: readonly string[];
};

const O_ACCMODE = 0o3;
const O_PATH = 0o10000000;
const ON_ITS_WAY: OpenFile = { path: null, mount: null };

/**
 * Files that a process has open for writing, by a descriptor of one of its threads or mapped in memory, where they stay
 * when the descriptor is closed.
 */
export function openForWriting(pid: number): readonly OpenFile[] {
	const found: OpenFile[] = [];
	const seen = new Set<string>();
	for (const task of namesIn(`/proc/${pid}/task`)) {
		const folder = `/proc/${pid}/task/${task}`;
		const descriptors = namesIn(`${folder}/fdinfo`);
		// Hundreds of threads share hundreds of files, as a rule, and nothing else is done meanwhile.
		const numbers = descriptors.join();
		if (seen.has(numbers)) continue;
		seen.add(numbers);
		for (const descriptor of descriptors) {
			const facts = textAt(`${folder}/fdinfo/${descriptor}`);
			const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(facts)?.[1] ?? '0', 8);
			if (/^scm_fds:\s*[1-9]/m.test(facts)) found.push(ON_ITS_WAY);
			if ((flags & O_ACCMODE) === 0 || (flags & O_PATH) !== 0) continue;
			const mount = Number(/^mnt_id:\s*(\d+)/m.exec(facts)?.[1] ?? -1);
			found.push({ path: plain(linkAt(`${folder}/fd/${descriptor}`) ?? ''), mount });
		}
	}
	for (const [, path = ''] of textAt(`/proc/${pid}/maps`).matchAll(/^\S+ ...s \S+ \S+ \d+ +(\/.*)$/gm)) {
		found.push({ path: plain(path), mount: null });
	}
	return found;
}

/**
 * Processes of these that hold a file of those mounts open for writing; each once, with one of its files. Where none is
 * seen, those with a file on its way through a socket.
 */
export function findWriters(pids: readonly number[], files: WatchedFiles): readonly EndedProcess[] {
	const all = pids.flatMap((pid): readonly EndedProcess[] => {
		const open = openForWriting(pid);
		const file = open.find((each) => isWatched(pid, each, files)) ?? open.find((each) => each === ON_ITS_WAY);
		return file === undefined ? [] : [{ pid, name: nameOf(pid), path: file.path }];
	});
	const writers = all.filter(({ path }) => path !== null);
	return writers.length > 0 ? writers : all;
}

function isWatched(pid: number, { path, mount }: OpenFile, { mounts, folders }: WatchedFiles): boolean {
	if (mount !== null || path === null) return mount !== null && mounts.has(mount);
	if (!folders.some((folder) => isWithin(folder, path))) return false;
	// A mapping that is read-only now may be made writable again (mprotect).
	const mappings = textAt(`/proc/${pid}/smaps`).split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
	return mappings.some(
		(each) => each.slice(0, each.indexOf('\n')).includes(path) && /^VmFlags:(?=.* sh\b)(?=.* mw\b)/m.test(each),
	);
}

/** Removed files are marked so. */
function plain(path: string): string {
	return path.replace(/ \(deleted\)$/, '');
}
