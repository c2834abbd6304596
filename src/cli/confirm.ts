import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';

/** Asks on the terminal: true for yes, false for anything else, a signal too; null where nobody can be asked. */
export async function confirm(question: string, stop: AbortSignal): Promise<boolean | null> {
	const answer = await askLine(question, stop);
	return answer === null ? null : /^y(?:es)?$/i.test(answer);
}

/** Asks on the terminal and waits for a line, without blanks around it; empty at its end. Null where nobody can be asked. */
export async function askLine(question: string, stop: AbortSignal): Promise<string | null> {
	if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
	// An interface that was left lets go of it.
	process.stdin.ref();
	return (await readAnswer(question, stop, process.stdout))?.trim() ?? '';
}

/** The line that is typed; null at the end of the input, and when it is called off. */
export async function readAnswer(question: string, stop: AbortSignal, output: Writable): Promise<string | null> {
	if (stop.aborted) return null;
	// The terminal itself would echo keys such as esc as characters.
	const keys = { terminal: process.stdin.isTTY, escapeCodeTimeout: 50, historySize: 0 };
	const reader = createInterface({ input: process.stdin, output, ...keys });
	reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
	try {
		return await new Promise<string | null>((settle) => {
			reader.once('close', () => settle(null));
			stop.addEventListener('abort', () => settle(null), { once: true });
			reader.question(question, settle);
		});
	} finally {
		reader.close();
	}
}
