import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

export type ProcessFact = {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
	/** 0 where unknown. */
	readonly session: number;
	/** Distinguishes a process from a later one with the same id. */
	readonly startedAt: string;
};

let current: Promise<readonly ProcessFact[]> | null = null;
let following: Promise<readonly ProcessFact[]> | null = null;

/** Lists processes at the time of the call or later; concurrent callers share one scan. */
export function listProcesses(): Promise<readonly ProcessFact[]> {
	if (current === null) {
		current = readProcesses().finally(() => {
			current = null;
		});
		return current;
	}
	// The look under way may have passed what this caller wants to see: it shares the next one.
	following ??= current.then(startFollowing, startFollowing);
	return following;
}

function startFollowing(): Promise<readonly ProcessFact[]> {
	following = null;
	return listProcesses();
}

function readProcesses(): Promise<readonly ProcessFact[]> {
	switch (process.platform) {
		case 'linux':
			return readProc();
		case 'win32':
			return Promise.resolve([]);
		default:
			return askPs();
	}
}

async function readProc(): Promise<readonly ProcessFact[]> {
	const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const facts = await Promise.all(names.map(readStat));
	return facts.filter((fact) => fact !== null);
}

async function readStat(pid: string): Promise<ProcessFact | null> {
	try {
		return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		// The process ended since /proc was read.
		return null;
	}
}

/** Processes that were started with a variable, `NAME=VALUE`; none where the system does not tell. */
export async function withVariable(
	variable: string,
	processes: readonly ProcessFact[],
): Promise<readonly ProcessFact[]> {
	if (process.platform !== 'linux') return [];
	const has = await Promise.all(
		processes.map(async ({ pid }) => {
			try {
				return (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').includes(variable);
			} catch {
				// The process has ended, or belongs to another user.
				return false;
			}
		}),
	);
	return processes.filter((_, at) => has[at]);
}

/** Parses `/proc/PID/stat`; null for a zombie or an invalid line. The name may contain anything. */
export function parseStat(line: string): ProcessFact | null {
	const [state, parent, group, session, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
	const pid = Number.parseInt(line, 10);
	const startedAt = rest[15];
	if (state === 'Z' || state === 'X' || startedAt === undefined || !Number.isInteger(pid)) return null;
	return { pid, parent: Number(parent), group: Number(group), session: Number(session), startedAt };
}

async function askPs(): Promise<readonly ProcessFact[]> {
	const options = {
		maxBuffer: 16 * 1024 * 1024,
		// The system's own, whatever is on PATH; and dates in one language.
		env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
	};
	const stdout = await new Promise<string>((done, failed) => {
		execFile('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], options, (error, text) => {
			if (error === null) done(text);
			else failed(error);
		});
	});
	return stdout.split('\n').flatMap((line) => {
		const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
		return state === undefined || state.startsWith('Z')
			? []
			: [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, startedAt: started.join(' ') }];
	});
}

export function processExists(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// The process exists, but belongs to another user.
		return error instanceof Error && 'code' in error && error.code === 'EPERM';
	}
}
