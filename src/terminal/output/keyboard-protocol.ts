import type { ScreenKind } from '../terminal.js';

/** Asks whether the terminal speaks the kitty keyboard protocol. */
export const KEYBOARD_QUERY = '\x1b[?u';
// Keys that would be ambiguous are told apart.
const PUSH = '\x1b[>1u';
const POP = '\x1b[<u';

/** The kitty keyboard protocol, which each of the two screens has a switch of its own for. */
export class KeyboardProtocol {
	readonly #pushed = new Set<ScreenKind>();
	#isSpoken = false;

	/** The terminal answered: it is in force from now on, on the screen that is shown (null: none yet). */
	confirm(screen: ScreenKind | null): string {
		this.#isSpoken = true;
		return screen === null ? '' : this.push(screen);
	}

	/** Switches it on, on a screen that is shown. */
	push(screen: ScreenKind): string {
		if (!this.#isSpoken || this.#pushed.has(screen)) return '';
		this.#pushed.add(screen);
		return PUSH;
	}

	/** Switches it off, on a screen that is still shown. */
	pop(screen: ScreenKind): string {
		return this.#pushed.delete(screen) ? POP : '';
	}
}
