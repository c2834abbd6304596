import type { ExitStatus } from './tool-call.js';

/** End of a process as the rest of a sentence: `exited with code 1`, `was ended by SIGKILL`. */
export function exitPhrase({ code, signal }: ExitStatus): string {
	if (signal !== null) return `was ended by ${signal}`;
	return code === null ? 'ended' : `exited with code ${code}`;
}

/** Short form: `exit 1`, `SIGKILL`; empty for success. */
export function exitMark({ code, signal }: ExitStatus): string {
	if (signal !== null && signal !== '') return signal;
	return code === null || code === 0 ? '' : `exit ${code}`;
}

export function exitStatusText({ code, signal }: ExitStatus): string {
	return signal === null ? `exit code ${code ?? 'unknown'}` : `ended by ${signal}`;
}

/** Whether ctrl+c ended it: by the signal, or by exit code 130. */
export function isInterrupted({ code, signal }: ExitStatus): boolean {
	return signal === 'SIGINT' || code === 130;
}
