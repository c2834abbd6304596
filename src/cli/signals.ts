import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds from a signal until the process ends whatever is still going on. */
const DEADLINE = 5000;

export type Stop = {
	/** Aborts on the first signal; its `reason` is the exit code, 128 + the signal's number. */
	readonly signal: AbortSignal;
	/** Ends the run for another reason, with `code`. */
	end(code: number): void;
};

/** Turns signals into an orderly end: closing gets `DEADLINE`, then `giveUp` runs with the exit code. */
export function listenForSignals(giveUp: (code: number) => void): Stop {
	const controller = new AbortController();
	const end = (code: number): void => {
		if (controller.signal.aborted) return;
		controller.abort(code);
		setTimeout(() => giveUp(code), DEADLINE).unref();
	};
	for (const name of SIGNALS) process.on(name, () => end(128 + constants.signals[name]));
	return { signal: controller.signal, end };
}
