import type { Draft } from './draft.js';

/** Command line of the user; a private one is hidden from the agent. */
export type ShellLine = { readonly line: string; readonly isPrivate: boolean };

export function isShellDraft(draft: Draft): boolean {
	return draft.text.startsWith('!');
}

/** Draft as drawn in shell mode: the prompt sign stands for the `!`. */
export function withoutSign(draft: Draft): Draft {
	const back = (offset: number): number => Math.max(0, offset - 1);
	return {
		...draft,
		text: draft.text.slice(1),
		cursor: back(draft.cursor),
		anchor: draft.anchor === null ? null : back(draft.anchor),
	};
}

/**
 * Parses `!command` and `!!command` (private); null for any other draft. `shown` has marks for pasted blocks: a `!`
 * within such a block was seen by nobody and does not count. The line may be empty.
 */
export function shellLine(text: string, shown: string): ShellLine | null {
	if (!text.startsWith('!') || !shown.startsWith('!')) return null;
	const isPrivate = shown.startsWith('!!');
	return { line: text.slice(isPrivate ? 2 : 1).trim(), isPrivate };
}
