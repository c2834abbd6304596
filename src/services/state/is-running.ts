import { readFile } from 'node:fs/promises';
import { errnoOf } from '../errno.js';

/** True when that process lives and may be one of ours. */
export async function isRunning(pid: number): Promise<boolean> {
	if (pid <= 0) return false;
	try {
		process.kill(pid, 0);
	} catch (error) {
		if (errnoOf(error) !== 'EPERM') return false;
	}
	try {
		// Numbers are given out again; where the system tells, another program's is nobody of ours.
		return /acp-tui|main\.js|node/.test(await readFile(`/proc/${pid}/cmdline`, 'utf8'));
	} catch {
		// No /proc here: better to take it for one that runs.
		return true;
	}
}
