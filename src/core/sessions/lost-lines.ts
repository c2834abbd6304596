import { appendUnnumbered } from '../session/entries/append.js';
import type { SessionState } from '../session/state.js';
import { LINES_LOST, OTHER_LOG } from './messages.js';

/** Lines of a log that could not be read, and where. */
export class LostLines {
	/** Of the whole log. */
	count = 0;
	/** Since the last line that was read. */
	#here = 0;
	/** The log goes on with that of another session. */
	isOther = false;

	add(): void {
		this.count += 1;
		this.#here += 1;
	}

	/** The log goes on with that of another session: what follows is not read. */
	tellOther(state: SessionState, at: number): SessionState {
		this.isOther = true;
		return this.tell(state, at);
	}

	/** Says in the transcript where something is missing. It counts as no entry: lines name entries by number. */
	tell(state: SessionState, at: number): SessionState {
		if (this.#here === 0) return state;
		const title = this.isOther ? OTHER_LOG : LINES_LOST(this.#here);
		this.#here = 0;
		return appendUnnumbered(state, `lost-${this.count}`, { kind: 'note', from: 'client', at, level: 'warning', title });
	}
}
