import { readdir, readFile, readlink } from 'node:fs/promises';
import { processesIn } from './sandbox-processes.js';

/** The names of the sockets that processes of a sandbox have bound to files, as these named them. */
export async function ownSockets(first: number): Promise<readonly string[]> {
	const held = await Promise.all(processesIn(first).map(socketsOf));
	const inodes = new Set(held.flat());
	const text = await readFile('/proc/net/unix', 'utf8').catch(() => '');
	return text.split('\n').flatMap((line) => {
		const [, inode = '', name = ''] = /^\S+: (?:\S+ +){5}(\d+) (.+)$/.exec(line) ?? [];
		return inodes.has(inode) ? [name] : [];
	});
}

/** The inodes of the sockets that a process has open. */
async function socketsOf(pid: number): Promise<readonly string[]> {
	const folder = `/proc/${pid}/fd`;
	const names = await readdir(folder).catch(() => []);
	const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
	return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}
