import type { ActionRequest } from '../../core/policy/types.js';
import { CHANGES_NOTHING, NOT_IN_FILE } from './messages.js';

/** A text to be written. `oldText` is null where there is none before, where nobody says, or where it is not believed. */
export type QuestionChange = {
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
	/** Why all of the new text is shown as new, though the agent says what it replaces; empty where it is believed. */
	readonly doubt: string;
};

/**
 * Every change of a request. What the agent says that a file holds is believed only as far as the file, where it could
 * be read, holds it: what is in both texts of a diff is not shown as new, and would be written unseen.
 */
export function changesOf({ diffs, toolInput, currentTexts = [] }: ActionRequest): QuestionChange[] {
	const texts = toolInput?.texts ?? [];
	const said = [
		...diffs.map(({ path, oldText, newText }) => ({ path, oldText, newText })),
		...texts.map(({ path = '', oldText, newText }) => ({ path, oldText: oldText ?? null, newText })),
	];
	const currentOf = new Map(currentTexts.map(({ path, text }) => [path, text]));
	const newTexts = newTextsOf(said);
	return said.map(({ path, oldText, newText }) => {
		const current = currentOf.get(path);
		// A file that is said to be new and is not is replaced.
		if (oldText === null) return { path, oldText: current ?? null, newText, doubt: '' };
		if (current !== undefined && !isIn(oldText, [current ?? ''])) {
			const siblings = (newTexts.get(path) ?? []).filter((other) => other !== newText);
			if (!isIn(oldText, siblings)) return { path, oldText: null, newText, doubt: NOT_IN_FILE };
		}
		const isSame = oldText === newText && newText !== '' && current !== newText;
		return { path, oldText: isSame ? null : oldText, newText, doubt: isSame ? CHANGES_NOTHING : '' };
	});
}

/** What is written to each path; of very many changes of one file only the first are looked into. */
function newTextsOf(
	changes: readonly Pick<QuestionChange, 'path' | 'newText'>[],
): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, string[]>();
	for (const { path, newText } of changes) {
		const texts = found.get(path);
		if (texts === undefined) found.set(path, [newText]);
		else if (texts.length < MOST_SIBLINGS) texts.push(newText);
	}
	return found;
}

/** Changes of one file that a replaced text may come from. */
const MOST_SIBLINGS = 200;

/** Whether one of the others contains a text; line endings and the space around it do not matter. */
function isIn(text: string, others: readonly string[]): boolean {
	const wanted = bare(text);
	return others.some((other) => bare(other).includes(wanted));
}

function bare(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}
