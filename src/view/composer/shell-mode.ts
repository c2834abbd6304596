import type { Draft } from './draft.js';

/** A command line of the user; `isPrivate` when the agent is not to know. */
export type ShellLine = { readonly line: string; readonly isPrivate: boolean };

/** True while what is written is a command for the shell: `!` stands first. */
export function isShellDraft(draft: Draft): boolean {
	return draft.text.startsWith('!');
}

/** The draft as it is drawn in shell mode: the prompt sign stands for the `!`. */
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
 * Reads `!command` and `!!command` (private). `shown` is the draft with the marks of what was pasted as a
 * block: a `!` that only such a block holds is none that anybody saw. Null for any other draft; the line
 * may be empty.
 */
export function shellLine(text: string, shown: string): ShellLine | null {
	if (!text.startsWith('!') || !shown.startsWith('!')) return null;
	const isPrivate = shown.startsWith('!!');
	return { line: text.slice(isPrivate ? 2 : 1).trim(), isPrivate };
}
