import type { Failure } from '../failure.js';
import type { ApplyReport, CopiedBytes, DiscardReport, ReviewedChange, ShadowChange } from './change.js';
import type { LeftShadow, ShownChange } from './shadow-state.js';

/** What the user wants of the changes in the shadow. */
export type ShadowRequest =
	| ShadowEffect['request']
	/** They stay where they are for now; the agent is told. */
	| { readonly do: 'leave'; readonly paths: readonly string[] };

/** Carry out what the user wants; reports back with an event of the shadow. */
export type ShadowEffect = {
	readonly type: 'shadow';
	readonly request: /** Look what there is. */
		| { readonly do: 'look' }
		/** Both sides of one change. */
		| { readonly do: 'show'; readonly path: string; readonly version: string }
		| { readonly do: 'apply'; readonly changes: readonly ReviewedChange[] }
		| { readonly do: 'discard'; readonly paths: readonly string[] };
};

/** The agent's view of the workspace. Of these none is kept: the changes themselves are, on disk. */
export type ShadowEvent =
	| { readonly type: 'shadow'; readonly request: ShadowRequest }
	/** The agent works in it; `notices` is what the user should know of it. */
	| { readonly type: 'shadow-begun'; readonly id: string; readonly notices: readonly string[] }
	/** The session left changes in a shadow, and its agent works without one. */
	| { readonly type: 'shadow-left'; readonly left: LeftShadow }
	/**
	 * At a start: changes of earlier sessions wait in shadows of the workspace. `goOn` is the command that goes on with one
	 * that is alone, null without one.
	 */
	| { readonly type: 'shadows-waiting'; readonly left: readonly LeftShadow[]; readonly goOn: string | null }
	/** What there is. `isTurnOver`: as the turn left it, with what the mode let through applied. */
	| { readonly type: 'shadow-seen'; readonly changes: readonly ShadowChange[]; readonly isTurnOver?: true }
	| { readonly type: 'shadow-shown'; readonly shown: ShownChange }
	/** Large files are being copied into the workspace. */
	| { readonly type: 'shadow-copying'; readonly copied: CopiedBytes }
	/** `isByMode`: the mode let them through, nobody was asked. */
	| { readonly type: 'shadow-applied'; readonly report: ApplyReport; readonly isByMode?: true }
	| { readonly type: 'shadow-discarded'; readonly report: DiscardReport }
	/** In plan mode what waits is kept apart from here on, or (false) it could not be, or that is over. */
	| { readonly type: 'shadow-set-apart'; readonly isApart: boolean }
	/** What commands changed in plan mode was dropped; what waited before is as it was. */
	| { readonly type: 'shadow-dropped'; readonly report: DiscardReport }
	| { readonly type: 'shadow-failed'; readonly failure: Failure };
