import type { Selection } from '../transcript/selection/selection.js';

/** A selection by the mouse, while the button is down and afterwards. */
export type MouseSelection = Selection & {
	/** Cells that the transcript had across: with another width the rows are others. */
	readonly columns: number;
	readonly isDragging: boolean;
	/** The pointer left the cell where the button went down. */
	readonly hasMoved: boolean;
	/** The transcript followed its end; it stops only while the button is down. */
	readonly wasFollowing: boolean;
	/** The pointer is above or below the transcript, which scrolls that way, next at `driftAt`. */
	readonly drift: -1 | 0 | 1;
	readonly driftAt: number;
};

/** The last press of the button, to know a double click by. */
export type Click = { readonly x: number; readonly y: number; readonly at: number; readonly count: number };

/** A cell of the screen, from 1. */
export type Cell = { readonly x: number; readonly y: number };

/** Whether it matters where the pointer is: something is open whose rows can be pressed. */
export function isPointing({
	isMouseOn,
	panel,
	question,
	signIn,
}: {
	readonly isMouseOn: boolean;
	readonly panel: { readonly kind: string };
	readonly question: unknown;
	readonly signIn: unknown;
}): boolean {
	return isMouseOn && (panel.kind !== 'none' || question !== null || signIn !== null);
}
