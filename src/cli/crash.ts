import { messageOf } from '../core/failure.js';
import type { LogPort } from '../core/ports.js';
import { sanitizeLine } from '../core/text/sanitize.js';
import { updatedMeanwhile } from '../core/updated-meanwhile.js';

export type CrashHooks = {
	/** Gives the terminal back to the user; set while an interface holds it. */
	restoreTerminal: (() => void) | null;
	close: (() => Promise<void>) | null;
	report: ((error: unknown) => string) | null;
};

export function closeOnCrash(
	hooks: CrashHooks,
	session: { readonly close: () => Promise<void>; readonly log: LogPort },
	logFile: string,
): void {
	hooks.close = session.close;
	hooks.report = (error) => {
		// A thrown value that is no Error has no stack, and may be any text.
		session.log.write('error', 'crash', {
			error: error instanceof Error ? error : new Error(`a thrown ${typeof error}`),
		});
		return logFile;
	};
}

/** Milliseconds that the end of the agent may take after a crash. */
const PATIENCE = 3500;

/**
 * Makes an error that nobody handled end the program in order: it restores the terminal, writes to the log,
 * prints one sentence, ends the agent and exits with 1. Returns the hooks to fill in, the way to crash, and the way to
 * end otherwise, which means nothing once it crashed.
 */
export function handleCrashes(exit: (code: number) => void): {
	hooks: CrashHooks;
	crash: (error: unknown) => void;
	leave: (code: number) => void;
} {
	const hooks: CrashHooks = { restoreTerminal: null, close: null, report: null };
	let isCrashing = false;
	const crash = (error: unknown): void => {
		if (isCrashing) return;
		isCrashing = true;
		attempt(() => hooks.restoreTerminal?.());
		let log = '';
		attempt(() => {
			log = hooks.report?.(error) ?? '';
		});
		const where = log === '' ? '' : `Details are in the log: ${sanitizeLine(log)}\n`;
		attempt(() => process.stderr.write(`${crashSentence(error)}\n${where}`));
		const timer = setTimeout(() => exit(1), PATIENCE);
		const done = (): void => {
			clearTimeout(timer);
			exit(1);
		};
		Promise.resolve(hooks.close?.()).then(done, done);
	};
	process.on('uncaughtException', crash);
	process.on('unhandledRejection', crash);
	return { hooks, crash, leave: (code) => (isCrashing ? undefined : exit(code)) };
}

function attempt(step: () => void): void {
	try {
		step();
	} catch {
		// The steps after it still have to run.
	}
}

/** The sentence for an error that nobody handled; what it quotes of an agent or a file is made harmless. */
export function crashSentence(error: unknown): string {
	const words = sanitizeLine(messageOf(error).split('\n', 1)[0] ?? '');
	return updatedMeanwhile(error) ?? `acp-tui failed unexpectedly: ${words}`;
}
