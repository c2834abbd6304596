import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A living process, by its number and command line. */
export type LivingProcess = { readonly pid: number; readonly command: string };

/** Processes that have `mark` in their environment. Zombies are left out. */
export function processesWith(mark: string): Promise<readonly LivingProcess[]> {
	return process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
}

/** False for a zombie, too. */
export function isAlive(pid: number | string): boolean {
	try {
		return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		// No such process.
		return false;
	}
}

async function fromProc(mark: string): Promise<readonly LivingProcess[]> {
	const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(
		names.map(async (name) => {
			try {
				// A zombie's environment is empty.
				const environment = await readFile(`/proc/${name}/environ`, 'utf8');
				if (!environment.includes(mark)) return null;
				const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
				return { pid: Number(name), command };
			} catch {
				// It ended meanwhile, or belongs to somebody else.
				return null;
			}
		}),
	);
	return found.filter((each) => each !== null);
}

async function fromPs(mark: string): Promise<readonly LivingProcess[]> {
	const { stdout } = await promisify(execFile)('ps', ['-Aww', '-E', '-o', 'pid=,command='], {
		maxBuffer: 32 * 1024 * 1024,
	});
	return stdout
		.split('\n')
		.filter((line) => line.includes(mark))
		.map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().slice(0, 120) }));
}
