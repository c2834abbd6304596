import type { Screen } from './screen.js';

/** Starts, and waits until the program has switched the kitty keyboard protocol on, once the terminal answered. */
export async function launchKitty(start: () => Promise<Screen>): Promise<Screen> {
	const screen = await start();
	await screen.until((now) => now.modes().kittyDepth === 1);
	return screen;
}
