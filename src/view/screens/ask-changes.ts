import type { ActionRequest } from '../../core/policy/types.js';

/** A text to be written. `oldText` is null where there is none before, where nobody says, or where it is not believed. */
export type AskChange = {
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
	/** Why all of the new text is shown as new, though the agent says what it replaces; empty where it is believed. */
	readonly doubt: string;
};

/**
 * Every change of a request. What the agent says that a file holds is believed only as far as the file, where it could
 * be read, holds it: what stands in both texts of a diff is not shown as new, and would be written unseen.
 */
export function changesOf({ diffs, toolInput, currentTexts = [] }: ActionRequest): AskChange[] {
	const texts = toolInput?.texts ?? [];
	const said = [
		...diffs.map(({ path, oldText, newText }) => ({ path, oldText, newText })),
		...texts.map(({ path = '', oldText, newText }) => ({ path, oldText: oldText ?? null, newText })),
	];
	return said.map(({ path, oldText, newText }) => {
		const current = currentTexts.find((one) => one.path === path)?.text;
		// A file that is said to be new and is not is replaced.
		if (oldText === null) return { path, oldText: current ?? null, newText, doubt: '' };
		const siblings = said.filter((other) => other.path === path && other.newText !== newText);
		if (current !== undefined && !isIn(oldText, [current ?? '', ...siblings.map((other) => other.newText)])) {
			return { path, oldText: null, newText, doubt: MADE_UP };
		}
		const isSame = oldText === newText && newText !== '' && current !== newText;
		return { path, oldText: isSame ? null : oldText, newText, doubt: isSame ? SAME : '' };
	});
}

/** Whether a text stands in one of the others; line endings and the space around it count for nothing. */
function isIn(text: string, others: readonly string[]): boolean {
	const wanted = bare(text);
	return others.some((other) => bare(other).includes(wanted));
}

function bare(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}

const SAME = 'The agent says this changes nothing:';
const MADE_UP = 'Replaces text that is not in the file:';
