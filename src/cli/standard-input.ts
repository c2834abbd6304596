import { UsageError } from './usage-error.js';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads standard input to its end, as text. Empty when `signal` aborts first. Throws a UsageError
 * when it is larger than a prompt can sensibly be.
 */
export async function readStandardInput(input: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	const stop = (): void => {
		input.destroy();
	};
	signal.addEventListener('abort', stop);
	try {
		for await (const chunk of input) {
			const bytes = Buffer.from(chunk);
			size += bytes.length;
			if (size > MAX_BYTES) throw new UsageError('standard input is larger than 16 MiB');
			chunks.push(bytes);
		}
	} catch (error) {
		if (!signal.aborted) throw readFailure(error);
	} finally {
		signal.removeEventListener('abort', stop);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function readFailure(error: unknown): UsageError {
	if (error instanceof UsageError) return error;
	return new UsageError(`standard input cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}
