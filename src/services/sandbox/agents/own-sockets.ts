import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { processesIn } from './sandbox-processes.js';

/** The paths of the sockets that processes of a sandbox have bound, as these named them, and of the files they have open. */
export async function ownSockets(first: number): Promise<ReadonlySet<string>> {
	const held = await Promise.all(processesIn(first).map(openOf));
	const text = await readFile('/proc/net/unix', 'utf8').catch(() => '');
	const names = new Map(
		text.split('\n').flatMap((line): readonly (readonly [string, string])[] => {
			const [, inode = '', name = ''] = /^\S+: (?:\S+ +){5}(\d+) (.+)$/.exec(line) ?? [];
			return name === '' ? [] : [[inode, name]];
		}),
	);
	const paths = held.flatMap(({ cwd, targets }) =>
		targets.flatMap((target) => {
			const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
			if (inode === undefined) return target.startsWith('/') ? [target] : [];
			const name = names.get(inode);
			return name === undefined ? [] : [name.startsWith('/') ? name : join(cwd, name)];
		}),
	);
	return new Set(paths);
}

/** Link targets of a process's open files, and its working directory. */
export async function openOf(pid: number): Promise<{ readonly cwd: string; readonly targets: readonly string[] }> {
	const folder = `/proc/${pid}/fd`;
	const names = await readdir(folder).catch(() => []);
	const link = (path: string): Promise<string> => readlink(path).catch(() => '');
	const [cwd, ...targets] = await Promise.all(
		[`/proc/${pid}/cwd`, ...names.map((name) => `${folder}/${name}`)].map(link),
	);
	return { cwd: cwd ?? '', targets };
}
