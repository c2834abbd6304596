import type { Draft } from './draft.js';

export type ShellLine = { readonly line: string; readonly isPrivate: boolean };

export function isShellDraft(draft: Draft): boolean {
	return draft.text.startsWith('!');
}

export function withoutSign(draft: Draft): Draft {
	const back = (offset: number): number => Math.max(0, offset - 1);
	return {
		...draft,
		text: draft.text.slice(1),
		cursor: back(draft.cursor),
		anchor: draft.anchor === null ? null : back(draft.anchor),
	};
}

/** Null for any other draft. `shown` has marks for pasted blocks, in which a `!` does not count. */
export function shellLine(text: string, shown: string): ShellLine | null {
	if (!text.startsWith('!') || !shown.startsWith('!')) return null;
	const isPrivate = shown.startsWith('!!');
	return { line: text.slice(isPrivate ? 2 : 1).trim(), isPrivate };
}
