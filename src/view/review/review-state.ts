import type { ReviewList, ReviewRange, ReviewRequest, ReviewTexts } from '../../core/review/review.js';
import type { Panel, PanelPlace } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import type { UiRequest } from '../state/ui-step.js';
import type { DiffView } from './diff-actions.js';
import type { FileDiff } from './diff-document.js';
import type { ReviewRow } from './review-row.js';

/** State of an open review. */
export type Review = DiffView & {
	readonly range: ReviewRange;
	/** The file both sides of which were asked for last: its version and path. */
	readonly wanted: string;
	/** When it, or the list, was asked for (ms since the epoch). */
	readonly askedAt: number;
	/** The outcome that was announced last, by its id. */
	readonly announced: number;
	/** The list and the texts at the last look. */
	readonly list: ReviewList | null;
	readonly texts: ReviewTexts | null;
	/** A list that is not shown: it is from before the file to begin at, or would be read out as the new one; null: none. */
	readonly stale: ReviewList | null;
};

/** Objects that the actions of a review are about. */
export type Reviewed = {
	readonly context: ScreenContext;
	readonly own: Review;
	readonly place: PanelPlace;
	readonly list: ReviewList;
	readonly rows: readonly ReviewRow[];
	readonly row: ReviewRow;
	/** The selected file's, where they are known. */
	readonly texts: ReviewTexts | null;
	readonly diff: FileDiff | null;
	/** The part of its document at the cursor. */
	readonly part: string | null;
	/** The same in the diff: where a note stands, the line that it is about. */
	readonly line: string | null;
	/** The panel as a page over it shows it, without its keys. */
	readonly draw: (context: ScreenContext, place: PanelPlace) => Panel | null;
	/** The screen with the panel at a file, and there at a part. */
	readonly reopen: (context: ScreenContext, id: string, part?: string) => UiState;
};

/** The request to do something in the review. */
export function wants(request: ReviewRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'review', request } };
}
