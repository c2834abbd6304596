import type { Anchor, Position } from '../transcript/position.js';
import type { SearchScan } from '../transcript/search/search.js';

export type TranscriptSearch = {
	readonly text: string;
	/** Keys are the query's. */
	readonly isTyping: boolean;
	/** Where the user stood when it began: it goes on from there, and giving up leads back. */
	readonly from: { readonly anchor: Anchor; readonly top: Position };
	/** Null while nothing is typed. */
	readonly scan: SearchScan | null;
	/** The match at hand: its entry, and which of the entry's matches it is. */
	readonly current: { readonly entry: number; readonly match: number } | null;
	/** Direction to go in as soon as enough was looked through. */
	readonly wanted: -1 | 0 | 1;
};
