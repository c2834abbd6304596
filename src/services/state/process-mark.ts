import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { once } from '../../core/once.js';
import { listProcesses, parseStat, processExists } from '../programs/process-list.js';

/** Identifies a process, also among those with the same id on another machine or at another time. */
export type ProcessMark = {
	readonly pid: number;
	/** The start time in the system's own format; empty where unknown. */
	readonly startedAt: string;
	/** The boot id and the pid namespace. */
	readonly machine: string;
};

export function readMark(value: unknown): ProcessMark | null {
	if (typeof value !== 'object' || value === null) return null;
	const { pid, startedAt, machine } = value as Readonly<Record<string, unknown>>;
	if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return null;
	return typeof startedAt === 'string' && typeof machine === 'string' ? { pid, startedAt, machine } : null;
}

export const ownMark = once(async (): Promise<ProcessMark> => {
	const [startedAt, machine] = await Promise.all([startOf(process.pid), machineName()]);
	return { pid: process.pid, startedAt: startedAt ?? '', machine };
});

/** Whether the process is alive; null: unknown, as it belongs to another machine or container. */
export async function isAlive({ pid, startedAt, machine }: ProcessMark): Promise<boolean | null> {
	if (machine !== (await ownMark()).machine) return null;
	const start = await startOf(pid);
	if (start === null) return false;
	// Where the system tells no times, a number that is in use counts.
	return start === '' || startedAt === '' || start === startedAt;
}

/** The start time of a process; null: no such process. Empty: it exists, with an unknown start. */
async function startOf(pid: number): Promise<string | null> {
	if (process.platform === 'linux') {
		try {
			return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'))?.startedAt ?? null;
		} catch {
			return processExists(pid) ? '' : null;
		}
	}
	if (!processExists(pid)) return null;
	const listed = await listProcesses().catch(() => []);
	return listed.find((each) => each.pid === pid)?.startedAt ?? '';
}

async function machineName(): Promise<string> {
	if (process.platform !== 'linux') return hostname();
	const [boot, space] = await Promise.all([
		readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
		readlink('/proc/self/ns/pid').catch(() => ''),
	]);
	return boot === '' ? hostname() : `${boot.trim()} ${space}`;
}
