import type { FileHit } from '../../core/attachment-ports.js';
import type { OpenMention } from '../../core/mention.js';
import { writeMention } from '../../core/mention.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { cleanInput } from './buffer.js';
import type { Candidate, CompletionMenu } from './completion.js';

export type MentionResults = { readonly query: string; readonly hits: readonly FileHit[] };

const LONGEST_SHOWN = 400;

/** Null when nothing fits. Results of an earlier query serve, as far as they fit, until those of this one arrive. */
export function mentionMenu(
	mention: OpenMention,
	results: MentionResults | null,
	before: CompletionMenu | null,
): CompletionMenu | null {
	const { query, start, end } = mention;
	if (results === null) return null;
	const hits = results.query === query ? results.hits : stillFitting(results, query);
	if (hits.length === 0) return null;
	const candidates = hits.map((hit) => candidateOf(hit, query));
	// More was found meanwhile: the user's choice stays selected.
	const chosen = before?.isChosen === true && before.start === start ? before.candidates[before.selected]?.name : null;
	const selected = candidates.findIndex((candidate) => candidate.name === chosen);
	return { candidates, selected: Math.max(0, selected), isChosen: selected >= 0, query, start, end };
}

function stillFitting(results: MentionResults, query: string): readonly FileHit[] {
	const wanted = query.toLowerCase();
	const earlier = results.query.toLowerCase();
	if (!wanted.startsWith(earlier) && !earlier.startsWith(wanted)) return [];
	return results.hits.filter((hit) => holdsInOrder(hit.path.toLowerCase(), wanted));
}

function holdsInOrder(path: string, wanted: string): boolean {
	let at = -1;
	for (const character of wanted) {
		at = path.indexOf(character, at + 1);
		if (at === -1) return false;
	}
	return true;
}

function candidateOf({ path, kind, isRecent }: FileHit, query: string): Candidate {
	const base = { source: kind, name: sanitizeLine(clip(path, LONGEST_SHOWN)), isComplete: false } as const;
	switch (kind) {
		case 'changes': {
			const description = path === 'staged' ? 'what git would commit' : 'what git finds changed';
			return { ...base, description, insert: `@${path} ` };
		}
		case 'file':
		case 'folder': {
			if (!isWritable(path)) return { ...base, description: 'this name cannot be written', insert: null };
			return {
				...base,
				description: isRecent ? 'recent' : '',
				...insertionOf(path, kind === 'folder' && path !== query),
			};
		}
	}
}

/** A found folder stays open, so that a name within it can follow. */
function insertionOf(path: string, isOpen: boolean): Pick<Candidate, 'insert' | 'back'> {
	const written = writeMention(path);
	if (!isOpen) return { insert: `${written} ` };
	return written.endsWith('"') ? { insert: written, back: 1 } : { insert: written };
}

/** False for a path that could not stand in a draft as it is, or is not the real name (bytes that are no text). */
function isWritable(path: string): boolean {
	return cleanInput(path) === path && !/[\n\t\ufffd]/.test(path) && path.length <= 1000;
}
