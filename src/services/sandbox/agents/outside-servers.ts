import { readdir } from 'node:fs/promises';
import type { OutsideProcess } from '../../../core/sandbox/confinement.js';
import { isWithin } from '../../files/path-inside.js';
import { listeningSockets } from '../listening-ports.js';
import { openOf } from './own-sockets.js';
import { nameOf, processesIn } from './sandbox-processes.js';

/**
 * Processes outside of a sandbox that have a file of these folders open and listen: daemons that an agent left behind
 * before, as a rule. Who is in the sandbox may have them do what it cannot.
 */
export async function outsideServers(own: readonly string[], first: number): Promise<readonly OutsideProcess[]> {
	const listening = await listeningSockets();
	if (listening.size === 0 || own.length === 0) return [];
	const inside = new Set([first, process.pid, ...processesIn(first)]);
	const all = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0 && !inside.has(pid));
	const found = await Promise.all(all.map((pid) => serverAt(pid, own, listening)));
	return found.filter((each) => each !== null);
}

async function serverAt(
	pid: number,
	own: readonly string[],
	listening: ReadonlySet<string>,
): Promise<OutsideProcess | null> {
	const { targets } = await openOf(pid);
	const listens = targets.some((target) => listening.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''));
	const path = targets.find((target) => own.some((each) => isWithin(each, target)));
	return listens && path !== undefined ? { pid, name: nameOf(pid), path } : null;
}
