import { constants } from 'node:os';

/**
 * Signals that end a process without a handler and that nothing else here listens for. Not the signals by which a
 * processor reports a fault of the program (SIGSEGV, SIGTRAP …), nor SIGPROF, which profilers use.
 */
const ENDING = [
	'SIGQUIT',
	'SIGABRT',
	'SIGALRM',
	'SIGVTALRM',
	'SIGUSR2',
	'SIGXCPU',
	'SIGXFSZ',
	'SIGIO',
	'SIGPWR',
	'SIGSTKFLT',
] as const;

/** Runs `act` before one of these signals ends the process, unless others listen for it too. */
export function beforeEndingSignals(act: () => void): void {
	for (const name of ENDING) {
		if (!(name in constants.signals)) continue;
		const listener = (): void => {
			if (process.listenerCount(name) > 1) return;
			act();
			process.off(name, listener);
			process.kill(process.pid, name);
		};
		process.on(name, listener);
	}
}
