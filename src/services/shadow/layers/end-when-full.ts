/** Milliseconds between looks. */
const EVERY = 1000;

/**
 * Ends the processes of a layer when its disk is full at two looks: the awaited command was ended by then, so it is one
 * that a command left behind. Returns the function that stops the watch, which does not keep the process alive.
 */
export function endWhenFull(isFull: () => Promise<boolean>, end: () => Promise<void>): () => void {
	let wasFull = false;
	const look = async (): Promise<void> => {
		const isNow = await isFull();
		if (isNow && wasFull) await end();
		wasFull = isNow && !wasFull;
	};
	const timer = setInterval(() => void look(), EVERY);
	timer.unref();
	return () => clearInterval(timer);
}
