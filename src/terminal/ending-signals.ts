import { constants } from 'node:os';

/**
 * Signals that end a process which does nothing about them, and that nothing else here listens for. Not those by which a
 * processor reports a fault of the program itself (SIGSEGV, SIGTRAP …), after which nothing can be done, nor SIGPROF, which
 * profilers use.
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

/** Has `act` run before one of these signals ends the process, as it would have anyway. Others that listen for it decide. */
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
