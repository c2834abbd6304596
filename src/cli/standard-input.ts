import { systemError } from '../services/errno.js';
import { standardInput as messages } from './command-line-messages.js';
import { UsageError } from './errors.js';

const MAX_BYTES = 16 * 1024 * 1024;

/** Time that standard input may stay silent before a message says what is waited for, in milliseconds. */
export const INPUT_PATIENCE = 3000;

export type InputWait = {
	/** Whether there is a prompt without it: when nothing has come in time, it is left out. */
	readonly isOptional: boolean;
	/** In milliseconds. */
	readonly patience: number;
	/** Says what is waited for, or that nothing came. Called once at most. */
	say(words: string): void;
};

/**
 * Reads standard input to its end, as text. Empty when `signal` aborts first, or when it is optional
 * and nothing comes: scripts and schedulers often leave it open. Throws a UsageError when it is larger
 * than a prompt can sensibly be.
 */
export async function readStandardInput(
	input: NodeJS.ReadStream,
	signal: AbortSignal,
	{ isOptional, patience, say }: InputWait,
): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	let hasGivenUp = false;
	const stop = (): void => {
		input.destroy();
	};
	const timer = setTimeout(() => {
		if (isOptional && size === 0) {
			hasGivenUp = true;
			say(messages.leftOut(Math.round(patience / 1000)));
			stop();
		} else say(size === 0 ? messages.waiting : messages.waitingForEnd);
	}, patience);
	signal.addEventListener('abort', stop);
	try {
		for await (const chunk of input) {
			const bytes = Buffer.from(chunk);
			size += bytes.length;
			if (size > MAX_BYTES) throw new UsageError('standard input is larger than 16 MiB');
			chunks.push(bytes);
		}
	} catch (error) {
		if (!signal.aborted && !hasGivenUp) throw readFailure(error);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener('abort', stop);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function readFailure(error: unknown): UsageError {
	if (error instanceof UsageError) return error;
	return new UsageError(`cannot read standard input: ${systemError(error).why}`);
}
