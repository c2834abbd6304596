/** How often it is looked, in ms. */
const EVERY = 1000;

/**
 * Ends what runs in a layer when its disk is full at two looks: by then the command that is waited for was ended for it,
 * so it is one that a command left behind. Returns what ends the watch; it keeps no program from ending.
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
