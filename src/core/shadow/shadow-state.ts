import type { CopiedBytes, ShadowChange, ShadowTexts } from './shadow-change.js';

export type ShadowState = {
	/** Id in `acp-tui shadow`. */
	readonly id: string;
	readonly changes: readonly ShadowChange[];
	readonly isBusy: boolean;
	readonly copied?: CopiedBytes | undefined;
	readonly isSetApart?: true | undefined;
	/** Changes that waited at the agent's start were not reported to it yet. */
	readonly isUnreported?: boolean;
	/** The agent does not work in it any more; number of pending changes that was noted. */
	readonly notedWaiting?: number;
	/** Turns that left new changes to review. */
	readonly reviews: number;
};

export type LeftShadow = { readonly id: string; readonly count: number };

/** Both sides of a change in this version; `failure` says why they are unknown. */
export type ShownChange = {
	readonly path: string;
	readonly version: string;
	readonly texts: ShadowTexts;
	readonly failure?: string;
};
