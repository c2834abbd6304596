/** The failure of a start that nobody waits for any more. */
export const CALLED_OFF = 'The start of the agent was called off.';

/** The value, or null after `milliseconds`; rejects with the promise. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<{ readonly value: T } | null> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(resolve, milliseconds, null);
	});
	try {
		return await Promise.race([promise.then((value) => ({ value })), late]);
	} finally {
		clearTimeout(timer);
	}
}

export function aborted(signal: AbortSignal): Promise<null> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve(null);
		signal.addEventListener('abort', () => resolve(null), { once: true });
	});
}
