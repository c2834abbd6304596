import { readdir, readFile, readlink } from 'node:fs/promises';
import { quoteWords } from '../../core/policy/shell/quote-word.js';

const MOST_CHARS = 300;

/**
 * The command line of the process that holds a connection, by its local port in the namespace of `first`; null where
 * none is found. `processes` are the candidates. The line is the process's own claim.
 */
export async function processAt(port: number, first: number, processes: readonly number[]): Promise<string | null> {
	const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readText(`/proc/${first}/net/${name}`)));
	const inode = inodeOf(tables.join('\n'), port);
	if (inode === null) return null;
	for (const pid of processes) {
		const folder = `/proc/${pid}/fd`;
		const names = await readdir(folder).catch(() => []);
		const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
		if (!links.includes(`socket:[${inode}]`)) continue;
		const words = (await readText(`/proc/${pid}/cmdline`)).split('\0').slice(0, -1);
		return words.length === 0 ? null : quoteWords(words).slice(0, MOST_CHARS);
	}
	return null;
}

function inodeOf(table: string, port: number): string | null {
	const own = port.toString(16).toUpperCase().padStart(4, '0');
	for (const line of table.split('\n')) {
		const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
		// 01: established, which the side that listens is as well: that one's own port is another.
		if (local.endsWith(`:${own}`) && state === '01' && inode !== undefined) return inode;
	}
	return null;
}

function readText(path: string): Promise<string> {
	return readFile(path, 'utf8').catch(() => '');
}
