import { appendUnnumbered } from '../session/entries/append.js';
import type { SessionState } from '../session/state.js';
import { LINES_LOST } from './sessions-messages.js';

export class LostLines {
	count = 0;
	#here = 0;
	/** The log goes on with that of another session, which is not read. */
	isOther = false;

	add(): void {
		this.count += 1;
		this.#here += 1;
	}

	tellOther(state: SessionState, at: number): SessionState {
		this.isOther = true;
		return this.tell(state, at);
	}

	/** Notes the gap. The note does not count towards entry ids: lines name entries by number. */
	tell(state: SessionState, at: number): SessionState {
		if (this.#here === 0) return state;
		const title = this.isOther ? 'The log goes on with another session, which is left out' : LINES_LOST(this.#here);
		this.#here = 0;
		return appendUnnumbered(state, `lost-${this.count}`, { kind: 'note', from: 'client', at, level: 'warning', title });
	}
}
