import { parentOf, processesIn, statesOf } from './sandbox-processes.js';

/** So long every process gets to stop, in milliseconds: on a busy machine it has to be its turn first. */
const PATIENCE = 2000;
const PAUSE = 2;

/** Processes that stand still, until `thaw`. */
export type Frozen = {
	/** All of the sandbox, its first one too, by their numbers outside. */
	readonly pids: readonly number[];
	/** Lets those go on that ran before. */
	thaw(): void;
};

/**
 * Stops every process of a sandbox, so that nothing is handed from one to another while they are looked at. Null when
 * they do not all come to a stop; they go on then.
 */
export async function freeze(first: number): Promise<Frozen | null> {
	const stopped: number[] = [];
	const around = new Set<number>();
	const thaw = (): void => {
		// What was started by another one goes on before it, which would take it for stopped otherwise.
		for (const pid of stopped.toReversed()) signalTo(pid, 'SIGCONT');
		for (const pid of around) signalTo(pid, 'SIGCONT');
	};
	const until = performance.now() + PATIENCE;
	for (;;) {
		const pids = [...processesIn(first), first];
		const moving = pids.filter((pid) => statesOf(pid).some((state) => !isStill(state)));
		if (moving.length === 0) return { pids, thaw };
		if (performance.now() >= until) {
			thaw();
			return null;
		}
		const inside = new Set(pids);
		for (const pid of moving.filter((each) => !stopped.includes(each))) {
			const waiter = waiterFor(pid, inside);
			if (waiter !== null && !around.has(waiter)) {
				around.add(waiter);
				signalTo(waiter, 'SIGSTOP');
			}
			// nsenter(1) stops itself with what it waits for, unless it stands still before that does.
			if (waiter !== null && statesOf(waiter).some((state) => !isStill(state))) continue;
			stopped.push(pid);
			signalTo(pid, 'SIGSTOP');
		}
		await new Promise((resolve) => setTimeout(resolve, PAUSE));
	}
}

/** The process of ours, outside, that waits for the end of one inside. */
function waiterFor(pid: number, inside: ReadonlySet<number>): number | null {
	const parent = parentOf(pid);
	return parent !== null && !inside.has(parent) && parentOf(parent) === process.pid ? parent : null;
}

/** Stopped, traced, ended, or in a call of the system that it leaves only to be stopped. */
function isStill(state: string): boolean {
	return 'TtDZX'.includes(state);
}

/** Sends a signal to a process that may be gone. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It has ended by itself.
	}
}
