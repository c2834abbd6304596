import type { SessionRow } from '../../core/session-index.js';
import { recordIdOf, type SessionListState } from '../../core/session-list.js';
import { weakMemo } from '../../core/weak-memo.js';

/** Sessions that match a search, in order, with excerpts of what was said in them. */
export type ShownSessions = {
	readonly sessions: readonly SessionRow[];
	/** By our id; null where only the title fits. */
	readonly excerpts: ReadonlyMap<string, string | null>;
};

/** Fewer letters than this are in every title in their order. */
const LEAST_SCATTERED = 3;
/** Share of the letters that must begin a word, or follow the one before, to count as meant. */
const LEAST_TOGETHER = 0.6;

/**
 * The sessions of a list that a search finds: first those whose title has the words as they were typed, then those with
 * all words in title, folder, branch or agent, then those in which it was said, then those with its letters in their
 * order in the title; the newest first among equals. Without a search all of them, at no cost.
 */
export function findSessions(
	{ sessions, found }: Pick<SessionListState, 'sessions' | 'found'>,
	search: string,
): ShownSessions {
	const query = search.trim().toLowerCase();
	if (query === '') return { sessions, excerpts: NO_EXCERPTS };
	// Matches in texts come later: until then those of the former search do not count.
	const excerpts =
		found?.text === search.trim() ? new Map(found.hits.map(({ id, excerpt }) => [id, excerpt])) : NO_EXCERPTS;
	const words = query.split(/\s+/);
	const groups: SessionRow[][] = [[], [], [], []];
	for (const session of sessions) {
		const rank = rankOf(session, query, words, excerpts);
		if (rank !== null) groups[rank]?.push(session);
	}
	return { sessions: groups.flat(), excerpts };
}

const NO_EXCERPTS: ReadonlyMap<string, string | null> = new Map();

/** Words of a session that a search found; null or undefined where there are none. */
export function excerptOf(session: SessionRow, excerpts: ShownSessions['excerpts']): string | null | undefined {
	const id = recordIdOf(session);
	return id === null ? null : excerpts.get(id);
}

function rankOf(
	session: SessionRow,
	query: string,
	words: readonly string[],
	excerpts: ReadonlyMap<string, string | null>,
): number | null {
	const { title, all } = textsOf(session);
	if (title.includes(query)) return 0;
	if (words.every((word) => all.includes(word))) return 1;
	const id = recordIdOf(session);
	if (id !== null && excerpts.has(id)) return 2;
	return isScattered(title, query) ? 3 : null;
}

/** Texts that a search looks into. */
const textsOf = weakMemo((session: SessionRow) => {
	const title = session.title.toLowerCase();
	const ids = `${session.id} ${session.sessionId ?? ''}`;
	const all = `${title} ${session.cwd} ${session.branch ?? ''} ${session.agent} ${ids}`.toLowerCase();
	return { title, all };
});

/** Whether the letters are in the title in their order, most of them at the beginning of words or side by side. */
function isScattered(title: string, query: string): boolean {
	const letters = query.replace(/\s+/g, '');
	if (letters.length < LEAST_SCATTERED || !isSubsequence(title, letters)) return false;
	let at = -1;
	let meant = 0;
	for (const letter of letters) {
		const next = title.indexOf(letter, at + 1);
		if (next === -1) return false;
		const begins = beginningOf(title, letter, at + 1);
		// The beginning of a word rather than the middle of one, unless it is the very next letter.
		const found = next === at + 1 || begins === -1 ? next : begins;
		if (found === at + 1 || found === begins) meant += 1;
		at = found;
	}
	return meant >= letters.length * LEAST_TOGETHER;
}

/** Most titles end here: what follows costs more. */
function isSubsequence(title: string, letters: string): boolean {
	let at = -1;
	for (let index = 0; index < letters.length; index += 1) {
		at = title.indexOf(letters.charAt(index), at + 1);
		if (at === -1) return false;
	}
	return true;
}

function beginningOf(title: string, letter: string, from: number): number {
	for (let at = title.indexOf(letter, from); at !== -1; at = title.indexOf(letter, at + 1)) {
		if (at === 0 || !/[\p{L}\p{N}]/u.test(title.charAt(at - 1))) return at;
	}
	return -1;
}

/** Where the words of a search are in a text, from left to right and without overlaps. */
export function matchesIn(text: string, search: string): readonly { readonly from: number; readonly to: number }[] {
	const lower = text.toLowerCase();
	// A text that changes its length in lower case has other places than were found.
	if (lower.length !== text.length) return [];
	const query = search.trim().toLowerCase();
	if (query === '') return [];
	const words = lower.includes(query) ? [query] : [...new Set(query.split(/\s+/))];
	const all = words
		.flatMap((word) => {
			const from = lower.indexOf(word);
			return from === -1 ? [] : [{ from, to: from + word.length }];
		})
		.sort((one, other) => one.from - other.from);
	let end = 0;
	return all.filter(({ from, to }) => {
		if (from < end) return false;
		end = to;
		return true;
	});
}
