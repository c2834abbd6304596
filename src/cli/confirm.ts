import { createInterface } from 'node:readline';

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
	// Without readline's editing ctrl+c stays a signal.
	const reader = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
	try {
		const answer = await new Promise<string>((settle) => {
			reader.once('close', () => settle(''));
			stop.addEventListener('abort', () => settle(''), { once: true });
			reader.question(question, settle);
		});
		return answer.trim();
	} finally {
		reader.close();
	}
}
