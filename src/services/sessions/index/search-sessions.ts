import type { SessionHit, SessionRow } from '../../../core/session-index.js';
import { excerptOf, type SearchQuery } from '../../../core/sessions/search-query.js';
import { foldText } from '../../../core/text/fold.js';
import { fuzzyScore } from '../../../core/text/fuzzy-score.js';
import type { LogRow } from './log-row.js';
import type { MessageTexts } from './message-texts.js';

export type Match = {
	readonly log: LogRow;
	readonly row: SessionRow;
	readonly rank: number;
	/** The matching line of the conversation; -1: only the title matches. */
	readonly line: number;
};

type Needles = {
	readonly phrase: Buffer;
	readonly parts: readonly { readonly text: string; readonly bytes: Buffer }[];
};

/** The least score of a title: 1000 a letter in order, 3000 a whole word; its letters have to stand close together. */
const CLOSE_ENOUGH = 2350;

export function matchOf(
	log: LogRow,
	row: SessionRow,
	query: SearchQuery,
	{ needles, texts }: { readonly needles: Needles; readonly texts: MessageTexts },
): Match | null {
	const title = foldText(row.title);
	const folded = texts.folded(log) ?? undefined;
	const missing = needles.parts.filter(({ text }) => !title.includes(text));
	const phraseAt = folded?.indexOf(needles.phrase) ?? -1;
	const places = needles.parts.map(({ bytes }) => folded?.indexOf(bytes) ?? -1);
	const isSaid = needles.parts.every((part, index) => !missing.includes(part) || places[index] !== -1);
	const at = phraseAt !== -1 ? phraseAt : Math.min(...places.filter((place) => place !== -1));
	const line = folded === undefined || !Number.isFinite(at) || at < 0 ? -1 : lineNumber(folded, at);
	const found = (rank: number): Match => ({ log, row, rank, line });
	if (title.includes(query.phrase)) return found(5);
	if (missing.length === 0) return found(4);
	if (phraseAt !== -1) return found(3);
	if (isSaid) return found(2);
	const letters = query.phrase.replaceAll(' ', '');
	const score = letters.length < 2 ? 0 : fuzzyScore(title, letters) + Math.min(title.length, 900);
	return score >= CLOSE_ENOUGH ? { log, row, rank: 1, line: -1 } : null;
}

export function bestFirst(one: Match, other: Match): number {
	return other.rank - one.rank || other.row.updatedAt - one.row.updatedAt;
}

export function hitOf({ log, row, line }: Match, query: SearchQuery, texts: MessageTexts): SessionHit {
	const said = line === -1 ? null : texts.message(log.id, line);
	const excerpt = said === null ? null : excerptOf(said, query);
	return { ...row, excerpt: excerpt?.text ?? null, marks: excerpt?.marks ?? [] };
}

function lineNumber(text: Buffer, at: number): number {
	let count = 0;
	for (let feed = text.indexOf(0x0a); feed !== -1 && feed < at; feed = text.indexOf(0x0a, feed + 1)) count += 1;
	return count;
}
