import { readFile } from 'node:fs/promises';

/** The kernel's tables of TCP sockets, and the state of those that listen. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const LISTEN = '0A';

/** Whether something on this machine listens on a TCP port. False where the system does not say (it is no Linux). */
export async function listensOn(port: number): Promise<boolean> {
	const tables = await Promise.all(TABLES.map((file) => readFile(file, 'latin1').catch(() => '')));
	return tables.some((table) => listeningPorts(table).has(port));
}

/** The ports in a table of sockets: `sl local_address rem_address st …`, numbers in hexadecimal. */
export function listeningPorts(table: string): ReadonlySet<number> {
	const rows = table.split('\n').slice(1);
	return new Set(
		rows.flatMap((row) => {
			const [, local = '', , state] = row.trim().split(/\s+/);
			const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16);
			return state === LISTEN && Number.isInteger(port) ? [port] : [];
		}),
	);
}
