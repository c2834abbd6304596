import process from 'node:process';

const hasGroups = process.platform !== 'win32';

/**
 * Signals the group that `leader` leads; 0 only checks. False when nobody is there. Call it only while the leader lives
 * or right after its exit: the number may be reused once the group is empty.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(hasGroups ? -leader : leader, signal);
		return true;
	} catch {
		// ESRCH: no process is left. EPERM: none that we may signal.
		return false;
	}
}

const LOOK_EVERY = 20;

/** Milliseconds between SIGTERM and SIGKILL for members whose leader is gone. */
const MEMBER_GRACE = 400;

/**
 * Ends what an exited leader left behind: SIGTERM, then SIGKILL. Settles within 700 ms, also when a
 * dead member is never collected.
 */
export async function endLeftovers(leader: number): Promise<void> {
	if (!hasGroups || !signalGroup(leader, 'SIGTERM')) return;
	if (await isGoneWithin(leader, MEMBER_GRACE)) return;
	if (signalGroup(leader, 'SIGKILL')) await isGoneWithin(leader, 300);
}

async function isGoneWithin(leader: number, milliseconds: number): Promise<boolean> {
	for (let waited = 0; waited < milliseconds; waited += LOOK_EVERY) {
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
		if (!signalGroup(leader, 0)) return true;
	}
	return false;
}
