import type { Screen } from './screen.js';

const ATTEMPTS = 3;

/**
 * Starts until the program has switched the kitty keyboard protocol on. It asks the terminal and gives
 * the answer 200 ms (Ink's limit); on a machine that is busy the answer can be later, and then it
 * rightly goes without.
 */
export async function launchKitty(start: () => Promise<Screen>): Promise<Screen> {
	for (let attempt = 1; ; attempt += 1) {
		const screen = await start();
		try {
			await screen.until((now) => now.modes().kittyDepth === 1, { timeout: 2000 });
			return screen;
		} catch (error) {
			if (attempt === ATTEMPTS) throw error;
			screen.signal('SIGKILL');
			await screen.exit();
		}
	}
}
