import type { ActionRequest } from '../../core/policy/types.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { CHANGE_DOUBTS } from './questions-messages.js';

/** A text to be written. `oldText` is null where there is none before, where nobody says, or where it is not believed. */
export type QuestionChange = {
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
	/** Doubt to be said of it, such as why all of the new text is shown as new; empty where it is a plain change. */
	readonly doubt: string;
};

/** Every change of a request, as it was worked out; where nobody did, as it is stated. */
export function changesOf({ changes, diffs }: ActionRequest): readonly QuestionChange[] {
	if (changes === undefined) return diffs.map(({ path, oldText, newText }) => ({ path, oldText, newText, doubt: '' }));
	return changes.map(({ path, oldText, newText, doubt, movedTo }) => ({
		...{ path, oldText, newText },
		doubt: [
			...(movedTo === undefined ? [] : [`Moves the file to ${sanitizeLine(movedTo)}.`]),
			...(doubt === undefined ? [] : [CHANGE_DOUBTS[doubt]]),
		].join(' '),
	}));
}
