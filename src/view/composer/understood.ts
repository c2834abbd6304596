import { changesOf, type Mention, mentionsIn } from '../../core/mention.js';
import type { Style } from '../line.js';
import { withoutSlash } from './known-files.js';
import { parseSlash } from './slash.js';
import type { ComposerState } from './state.js';

export type Mark = { readonly start: number; readonly end: number; readonly style: Style };

/** Longer than any mention. */
const MARGIN = 2100;

/** Words between two offsets of the draft that are more than text: a command, mentions of files. */
export function understoodWords(state: ComposerState, from: number, to: number): readonly Mark[] {
	const { text } = state.draft;
	const start = Math.max(0, from - MARGIN);
	const mentions = text.includes('@') ? mentionsIn(text.slice(start, to + MARGIN)) : [];
	const marks = mentions.flatMap((mention): Mark[] => {
		const style = mentionStyle(mention, state, start);
		// At the cut a word may only seem to begin.
		if (style === null || (start > 0 && mention.start === 0)) return [];
		return [{ start: start + mention.start, end: start + mention.end, style }];
	});
	return [...commandWord(state), ...marks];
}

function mentionStyle(mention: Mention, { files, draft }: ComposerState, shift: number): Style | null {
	const path = withoutSlash(mention.path);
	if (changesOf(mention) !== null || files.found.has(path)) return { color: 'link' };
	const isWritten = shift + mention.start <= draft.cursor && draft.cursor <= shift + mention.end;
	return files.missing.has(path) && !isWritten ? { color: 'warning', underline: true } : null;
}

function commandWord({ draft: { text }, sources }: ComposerState): readonly Mark[] {
	const command = parseSlash(text, sources.local, sources.agent, sources.own);
	if (command === null || command.kind === 'unknown') return [];
	const end = text.indexOf(command.typed, 1) + command.typed.length;
	return [{ start: 0, end, style: { color: 'accent' } }];
}
