import type { CopiedBytes, ShadowChange, ShadowTexts } from './change.js';

/** The shadow of a session: what its agent changed in its view of the workspace, and nobody applied or discarded. */
export type ShadowState = {
	/** Names it in `acp-tui shadow`. */
	readonly id: string;
	/** By path, as they were seen last. */
	readonly changes: readonly ShadowChange[];
	/** They are being looked for, applied or discarded right now. */
	readonly isBusy: boolean;
	/** Large files are being copied into the workspace right now. */
	readonly copied?: CopiedBytes | undefined;
	/** Plan mode is on, and what changes from here on is dropped: what waited is kept apart. */
	readonly isSetApart?: true | undefined;
	/** The agent has not been told of what was in it when it began to work there. */
	readonly isUntold?: boolean;
	/** The agent does not work in it any more, and it was said that so many changes wait there. */
	readonly toldWaiting?: number;
	/** How many turns left something new to be reviewed. */
	readonly reviews: number;
	/** Both sides of the change that is looked at; null: none is. */
	readonly shown: ShownChange | null;
};

/** A shadow of the session in which changes wait, while its agent works on the files themselves. */
export type LeftShadow = {
	readonly id: string;
	/** How many changes wait. */
	readonly count: number;
};

/** Both sides of a change, as they were when it had this version; `failure` says why they are not known. */
export type ShownChange = {
	readonly path: string;
	readonly version: string;
	readonly texts: ShadowTexts;
	readonly failure?: string;
};
