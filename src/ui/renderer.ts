import type { ClockPort } from '../core/ports.js';
import { paintScreen } from './paint-screen.js';
import type { Screen } from './screen.js';

/** Milliseconds without a key before React and Ink are loaded, which holds up the loop. */
const QUIET = 200;

/** Draws screens to rows, none wider than the terminal and without blanks at their ends; writes nothing itself. */
export class ScreenRenderer {
	#tree: Pick<ScreenRenderer, 'draw' | 'unmount'> | null = null;
	#isOver = false;
	#cancelWait = (): void => {};

	draw(screen: Screen): readonly string[] {
		return this.#tree?.draw(screen) ?? paintScreen(screen);
	}

	/** Loads React and Ink once nobody types (`lastKeyAt`: ms since the epoch). The screen looks the same. */
	async takeOver(clock: ClockPort, lastKeyAt: () => number, current: () => Screen): Promise<void> {
		for (let wait = QUIET; wait > 0; wait = lastKeyAt() + QUIET - clock.now()) {
			const waited = Promise.withResolvers<void>();
			this.#cancelWait = clock.after(wait, waited.resolve);
			await waited.promise;
		}
		const { mountScreen } = await import('./mount.js');
		if (!this.#isOver) this.#tree = mountScreen(current());
	}

	unmount(): void {
		this.#isOver = true;
		this.#cancelWait();
		this.#tree?.unmount();
		this.#tree = null;
	}
}
