import { readFile } from 'node:fs/promises';

/** The kernel's tables of TCP sockets, and the state of those that listen. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const LISTEN = '0A';

/** Whether something on this machine listens on a TCP port. False where the system does not say (it is no Linux). */
export async function listensOn(port: number): Promise<boolean> {
	const tables = await readTables();
	return tables.some((table) => listeningPorts(table).has(port));
}

/** The numbers by which the open files of processes name the TCP and Unix sockets that listen. */
export async function listeningSockets(): Promise<ReadonlySet<string>> {
	const unix = await readFile('/proc/net/unix', 'latin1').catch(() => '');
	const ofUnix = [...unix.matchAll(/^\S+: \S+ \S+ 00010000 \S+ \S+ +(\d+)/gm)].map(([, inode = '']) => inode);
	const ofTcp = (await readTables()).flatMap((table) => listening(table).map((columns) => columns[9] ?? ''));
	return new Set([...ofUnix, ...ofTcp]);
}

function readTables(): Promise<readonly string[]> {
	return Promise.all(TABLES.map((file) => readFile(file, 'latin1').catch(() => '')));
}

/** The ports in a table of sockets: `sl local_address rem_address st …`, numbers in hexadecimal. */
export function listeningPorts(table: string): ReadonlySet<number> {
	return new Set(
		listening(table).flatMap(([, local = '']) => {
			const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16);
			return Number.isInteger(port) ? [port] : [];
		}),
	);
}

function listening(table: string): readonly (readonly string[])[] {
	const rows = table.split('\n').slice(1);
	return rows.map((row) => row.trim().split(/\s+/)).filter(([, , , state]) => state === LISTEN);
}
