import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { EndedProcess } from '../../../core/sandbox/confinement.js';
import { isWithin } from '../../files/inside.js';
import { type SandboxMount, tableOf } from './sandbox-mounts.js';
import { nameOf, statesOf } from './sandbox-processes.js';

/** Of `open(2)`: to name a file without opening it. Node.js knows no name for it. */
const O_PATH = 0o10000000;

/** What is looked for. */
export type StrayOptions = {
	/** The sandbox's first process. */
	readonly first: number;
	/** Whether a mount of the sandbox is one of those that are switched. */
	readonly isSwitched: (mount: SandboxMount) => boolean;
};

/**
 * Which of these processes have a way to files that does not lead through the sandbox's own mounts, and so is not closed
 * when these are: they are in namespaces of their own, or have something open, or are in a folder, that was reached
 * through the mounts of others, which may be gone by now. Also a descriptor on its way through a socket, as nobody can
 * say what it is, and processes that cannot be looked at. They are expected to stand still.
 */
export function findStrays(pids: readonly number[], { first, isSwitched }: StrayOptions): readonly EndedProcess[] {
	const mounts = tableOf(first);
	const own = new Set(mounts.map(({ id }) => id));
	const devices = new Set(mounts.filter(isSwitched).map(({ device }) => device));
	const home = namespacesAt(`/proc/${first}`);
	return pids.flatMap((pid): readonly EndedProcess[] => {
		try {
			const path = strayFile(pid, { own, home }) ?? strayMapping(pid, { first, devices, isSwitched, mounts });
			return path === null ? [] : [{ pid, name: nameOf(pid), path: path === '' ? null : path }];
		} catch {
			// What cannot be looked at is one of them, unless it has ended.
			const isGone = statesOf(pid).every(hasEnded);
			return isGone ? [] : [{ pid, name: nameOf(pid), path: null }];
		}
	});
}

/** What the processes of a sandbox have in common. */
type Common = { readonly own: ReadonlySet<number>; readonly home: string };

/** What a process has that was reached through other mounts; '' where that has no name, null: nothing. */
function strayFile(pid: number, { own, home }: Common): string | null {
	for (const task of readdirSync(`/proc/${pid}/task`)) {
		const folder = `/proc/${pid}/task/${task}`;
		if (hasEnded(/^.*\) (\w)/s.exec(readFileSync(`${folder}/stat`, 'utf8'))?.[1] ?? '')) continue;
		if (namespacesAt(folder) !== home) return '';
		for (const link of [`${folder}/cwd`, `${folder}/root`, `${folder}/exe`]) {
			const path = strayLink(link, own);
			if (path !== null) return path;
		}
		for (const descriptor of readdirSync(`${folder}/fd`)) {
			const path = strayDescriptor(folder, descriptor, own);
			if (path !== null) return path;
		}
	}
	return null;
}

function namespacesAt(folder: string): string {
	return `${readlinkSync(`${folder}/ns/mnt`)} ${readlinkSync(`${folder}/ns/user`)}`;
}

function strayDescriptor(folder: string, descriptor: string, own: ReadonlySet<number>): string | null {
	const link = `${folder}/fd/${descriptor}`;
	const name = readlinkSync(link);
	if (name.startsWith('socket:')) {
		const onTheirWay = /^scm_fds:\s*(\d+)/m.exec(readFileSync(`${folder}/fdinfo/${descriptor}`, 'utf8'))?.[1];
		return Number(onTheirWay ?? 0) > 0 ? '' : null;
	}
	// Namespaces that are held open; pipes and the like are reached through no mount.
	if (!name.startsWith('/')) return /^[a-z_]+:\[\d+\]$/.test(name) && !name.startsWith('pipe:') ? '' : null;
	const mount = mountIn(readFileSync(`${folder}/fdinfo/${descriptor}`, 'utf8'));
	return !own.has(mount) && isChangeable(link) ? name : null;
}

/** Where a process is, what it takes for the root, and the program that it runs. */
function strayLink(link: string, own: ReadonlySet<number>): string | null {
	const mount = mountAt(link);
	return mount !== null && !own.has(mount.id) && isChangeable(link) ? readlinkSync(link) : null;
}

/** The mount through which a path is reached, and the file's number; null where nothing is. */
function mountAt(path: string): { readonly id: number; readonly inode: string } | null {
	let file: number;
	try {
		file = openSync(path, O_PATH);
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
	try {
		const facts = readFileSync(`/proc/self/fdinfo/${file}`, 'utf8');
		return { id: mountIn(facts), inode: String(fstatSync(file, { bigint: true }).ino) };
	} finally {
		closeSync(file);
	}
}

function mountIn(facts: string): number {
	return Number(/^mnt_id:\s*(\d+)/m.exec(facts)?.[1] ?? -1);
}

/**
 * A folder, also a removed one, as it leads to the one around it; and a file that is still there: one that has no name
 * left is nobody else's. Devices are not on a disk.
 */
function isChangeable(link: string): boolean {
	const facts = statSync(link);
	if (facts.isDirectory()) return true;
	return facts.nlink > 0 && (facts.isFile() || facts.isSymbolicLink() || facts.isFIFO());
}

/**
 * A shared mapping that may be written to, of a file on the file systems that are switched, which is not the file that
 * the sandbox shows there in a place that stays writable. Who had such a file open through the sandbox's own mounts would
 * have kept them from becoming read-only.
 */
function strayMapping(
	pid: number,
	{
		first,
		devices,
		isSwitched,
		mounts,
	}: StrayOptions & { readonly devices: ReadonlySet<string>; readonly mounts: readonly SandboxMount[] },
): string | null {
	const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
	const shared = [...maps.matchAll(/^([0-9a-f]+-[0-9a-f]+) ...s \S+ (\S+) (\d+) +(\/.*)$/gm)].flatMap(
		([, range = '', device = '', inode = '', path = '']) =>
			devices.has(deviceNumber(device)) ? [{ range, inode, path }] : [],
	);
	const unknown = shared.filter(({ inode, path }) => {
		const around = mounts.filter(({ at }) => isWithin(at, path));
		const mount = around.toSorted((one, other) => one.at.length - other.at.length).at(-1);
		if (mount === undefined || isSwitched(mount)) return true;
		// A link may lead elsewhere, and would through another mount.
		const shown = mountAt(`/proc/${first}/root${path}`);
		return shown?.id !== mount.id || shown.inode !== inode;
	});
	if (unknown.length === 0) return null;
	const details = readFileSync(`/proc/${pid}/smaps`, 'utf8');
	const isWritable = (range: string): boolean =>
		details
			.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
			.some((each) => each.startsWith(`${range} `) && /^VmFlags:(?=.* sh\b)(?=.* mw\b)/m.test(each));
	return unknown.find(({ range }) => isWritable(range))?.path ?? null;
}

/** `fe:00` as the table of mounts has it: `254:0`. */
function deviceNumber(hexadecimal: string): string {
	return hexadecimal
		.split(':')
		.map((part) => Number.parseInt(part, 16))
		.join(':');
}

function hasEnded(state: string): boolean {
	return state === 'Z' || state === 'X';
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}
