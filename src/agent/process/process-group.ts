import process from 'node:process';

const hasGroups = process.platform !== 'win32';

/**
 * Sends a signal to the group that `leader` leads; 0 only looks. Returns false when nobody is there.
 * Call it only while the leader lives or right after its exit: as long as a member lives the number
 * stays taken, later it may be somebody else's.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(hasGroups ? -leader : leader, signal);
		return true;
	} catch {
		// ESRCH: nobody is left. EPERM: nobody whom we may signal.
		return false;
	}
}

const LOOK_EVERY = 20;

/** Milliseconds that members get between SIGTERM and SIGKILL once their leader is gone. */
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
