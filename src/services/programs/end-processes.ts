import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessGuard } from '../../core/ports.js';
import { errnoOf } from '../errno.js';
import { listProcesses, type ProcessFact, withVariable } from './process-list.js';

/** Variable that every process of a run inherits; its value is that of no other run. */
const RUN = 'ACP_TUI_RUN';

/** A run's own variable, for the environment of its processes, and as `Leader.mark`. */
export function newMark(): { readonly env: Readonly<Record<string, string>>; readonly mark: string } {
	const value = randomUUID();
	return { env: { [RUN]: value }, mark: `${RUN}=${value}` };
}

export type Leader = {
	readonly pid: number;
	/** True once the system may reuse the process id. */
	hasExited(): boolean;
	readonly exited: Promise<unknown>;
	/** Only waits for the command, which may exit on its own terms after a signal; absent: it is the command. */
	readonly isWaiting?: boolean;
	/** Unique variable of its environment, `NAME=VALUE`: it finds orphaned descendants. */
	readonly mark?: string;
	/** Gets SIGTERM once, and has two seconds to clean up: what it starts for that gets none. */
	readonly isCleaning?: boolean;
	/** Gets those that left its session, too: this program may end before they do. */
	readonly guard?: ProcessGuard | undefined;
};

const HANG_UP_AFTER = 300;
const KILL_AFTER = 900;
const KILL_CLEANING_AFTER = 2000;
/** After the first SIGKILL. */
const GIVE_UP_AFTER = 1000;
const LOOK_EVERY = 25;

/**
 * Ends a terminal's session: its process groups, and descendants in sessions of their own. Sends SIGTERM, then SIGHUP
 * (interactive shells ignore the first), then SIGKILL; returns false when something still lives a second later.
 */
export async function endProcesses(leader: Leader): Promise<boolean> {
	const startedAt = performance.now();
	const descendants = new Map<number, string>();
	const done = { SIGTERM: new Set<number>(), SIGHUP: new Set<number>() };
	const killAfter = leader.isCleaning === true ? KILL_CLEANING_AFTER : KILL_AFTER;
	const guarded = new Set<number>();
	let isSearched = false;
	const leave = (isGone: boolean): boolean => {
		for (const pid of guarded) leader.guard?.remove(pid);
		return isGone;
	};
	for (;;) {
		const processes = await listOrGuess(leader);
		let members = membersOf(processes, leader, descendants);
		// Looking into all processes is dear: once for those that are there, and before it is said that none is left.
		if (leader.mark !== undefined && (!isSearched || members.length === 0)) {
			isSearched = true;
			for (const { pid, startedAt } of await withVariable(leader.mark, processes)) descendants.set(pid, startedAt);
			members = membersOf(processes, leader, descendants);
		}
		if (members.length === 0 && leader.hasExited()) return leave(true);
		const elapsed = performance.now() - startedAt;
		if (elapsed > killAfter + GIVE_UP_AFTER) return leave(false);
		for (const { pid, group } of members) {
			if (group === leader.pid || guarded.has(pid)) continue;
			guarded.add(pid);
			leader.guard?.add(pid);
		}
		if (elapsed >= killAfter) {
			signalAll(members, leader, 'SIGKILL');
		} else if (leader.isCleaning === true) {
			if (done.SIGTERM.size === 0) signalNew(members, leader, 'SIGTERM', done.SIGTERM);
		} else if (elapsed >= HANG_UP_AFTER) {
			signalNew(members, leader, 'SIGHUP', done.SIGHUP);
		} else {
			signalNew(members, leader, 'SIGTERM', done.SIGTERM);
		}
		await Promise.race(leader.hasExited() ? [delay(LOOK_EVERY)] : [delay(LOOK_EVERY), leader.exited]);
	}
}

/** Where processes cannot be listed, only the leader's own group is known. */
async function listOrGuess({ pid, hasExited }: Leader): Promise<readonly ProcessFact[]> {
	try {
		return await listProcesses();
	} catch {
		// No /proc, no ps, or no descriptor left to ask with.
		return hasExited() ? [] : [{ pid, parent: 0, group: pid, session: pid, startedAt: '' }];
	}
}

/** Finds the terminal's processes; `descendants` remembers those that leave its session, by id and start time. */
export function membersOf(
	processes: readonly ProcessFact[],
	leader: Pick<Leader, 'pid' | 'hasExited'>,
	descendants: Map<number, string>,
): readonly ProcessFact[] {
	const isOurs = new Set<number>();
	// A live process with the number of a leader that has ended is a stranger, and so is all that belongs to it.
	const isReused = leader.hasExited() && processes.some(({ pid }) => pid === leader.pid);
	const starts = new Map(processes.map(({ pid, startedAt }) => [pid, startedAt]));
	const isKnown = (id: number): boolean => {
		const known = descendants.get(id);
		return known !== undefined && (starts.get(id) ?? known) === known;
	};
	for (const { pid, group, session } of processes) {
		const isInSession = !isReused && (pid === leader.pid || session === leader.pid || group === leader.pid);
		// A process that was forked while its session leader was killed has no parent.
		if (isInSession || isKnown(pid) || isKnown(session) || isKnown(group)) isOurs.add(pid);
	}
	for (let size = -1; size !== isOurs.size; ) {
		size = isOurs.size;
		for (const { pid, parent } of processes) {
			if (isOurs.has(parent)) isOurs.add(pid);
		}
	}
	isOurs.delete(process.pid);
	const members = processes.filter(({ pid }) => isOurs.has(pid));
	for (const { pid, startedAt } of members) descendants.set(pid, startedAt);
	return members;
}

function signalNew(
	members: readonly ProcessFact[],
	leader: Leader,
	signal: 'SIGTERM' | 'SIGHUP',
	signalled: Set<number>,
): void {
	signalAll(
		members.filter(({ pid }) => !signalled.has(pid)),
		leader,
		signal,
	);
	for (const { pid } of members) signalled.add(pid);
}

function signalAll(members: readonly ProcessFact[], leader: Leader, signal: NodeJS.Signals): void {
	const isSpared = (pid: number): boolean => leader.isWaiting === true && signal !== 'SIGKILL' && pid === leader.pid;
	const groups = new Set(
		members.filter(({ session, group }) => session === leader.pid || group === leader.pid).map(({ group }) => group),
	);
	if (isSpared(leader.pid)) groups.delete(leader.pid);
	// A group takes the signal as one: no child that is forked meanwhile slips through.
	for (const group of groups) send(-group, signal);
	for (const { pid, group } of members) {
		if (!groups.has(group) && !isSpared(pid)) send(pid, signal);
	}
	if (signal !== 'SIGKILL') {
		// A stopped process takes no signal but these until it goes on.
		for (const { pid } of members) send(pid, 'SIGCONT');
	}
}

function send(target: number, signal: NodeJS.Signals): void {
	// 0, 1 and -1 are not processes of ours but everybody.
	if (Math.abs(target) <= 1) return;
	try {
		process.kill(target, signal);
	} catch (error) {
		// The process has ended, or changed its user: the next look tells which.
		if (errnoOf(error) !== 'ESRCH' && errnoOf(error) !== 'EPERM') throw error;
	}
}
