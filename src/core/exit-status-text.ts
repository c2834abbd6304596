import type { ExitStatus } from './tool-call.js';

/** How a process ended, as the rest of a sentence: `exited with code 1`, `was ended by SIGKILL`. */
export function exitPhrase({ code, signal }: ExitStatus): string {
	if (signal !== null) return `was ended by ${signal}`;
	return code === null ? 'ended' : `exited with code ${code}`;
}

/** The same where there is little room, and only what is worth it: `exit 1`, `SIGKILL`; empty when it ended well. */
export function exitMark({ code, signal }: ExitStatus): string {
	if (signal !== null && signal !== '') return signal;
	return code === null || code === 0 ? '' : `exit ${code}`;
}

/** The same as a fact of its own, whatever it is: `exit code 0`, `ended by SIGKILL`. */
export function exitStatusText({ code, signal }: ExitStatus): string {
	return signal === null ? `exit code ${code ?? 'unknown'}` : `ended by ${signal}`;
}

/** Whether ctrl+c ended it, told by the signal or by the code that shells and many programs end with then. */
export function isInterrupted({ code, signal }: ExitStatus): boolean {
	return signal === 'SIGINT' || code === 130;
}
