import type { ScreenKind } from '../terminal.js';

export const KEYBOARD_QUERY = '\x1b[?u';
// Flag 1: disambiguates keys.
const PUSH = '\x1b[>1u';
const POP = '\x1b[<u';

/** Kitty keyboard protocol, which is switched for each of the two screens. */
export class KeyboardProtocol {
	readonly #pushed = new Set<ScreenKind>();
	#isSpoken = false;

	/** The terminal answered: in force from now on, on the shown screen (null: none yet). */
	confirm(screen: ScreenKind | null): string {
		this.#isSpoken = true;
		return screen === null ? '' : this.push(screen);
	}

	push(screen: ScreenKind): string {
		if (!this.#isSpoken || this.#pushed.has(screen)) return '';
		this.#pushed.add(screen);
		return PUSH;
	}

	pop(screen: ScreenKind): string {
		return this.#pushed.delete(screen) ? POP : '';
	}
}
