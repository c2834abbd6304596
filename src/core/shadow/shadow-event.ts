import type { Failure } from '../failure.js';
import type {
	ApplyReport,
	CopiedBytes,
	DiscardReport,
	ReviewedChange,
	ReviewedPart,
	ShadowChange,
} from './shadow-change.js';
import type { LeftShadow, ShownChange } from './shadow-state.js';

export type ShadowRequest = ShadowEffect['request'] | { readonly do: 'leave'; readonly paths: readonly string[] };

export type ShadowEffect = {
	readonly type: 'shadow';
	readonly request: /** Look what there is. */
		| { readonly do: 'look' }
		| { readonly do: 'show'; readonly path: string; readonly version: string }
		| { readonly do: 'apply'; readonly changes: readonly ReviewedChange[] }
		| { readonly do: 'discard'; readonly paths: readonly string[] }
		/** Hunks of a file: `text` is the workspace's with those that were chosen. */
		| ({ readonly do: 'apply-part' } & Pick<ReviewedPart, 'path' | 'version' | 'text'>)
		/** `text` is the view's without those that were chosen. */
		| ({ readonly do: 'discard-part' } & Pick<ReviewedPart, 'path' | 'version' | 'text'>);
};

/** Events of the agent's shadow. None is logged: the changes themselves are on disk. */
export type ShadowEvent =
	| { readonly type: 'shadow'; readonly request: ShadowRequest }
	/** The agent works in it; `notices` are remarks for the user. */
	| { readonly type: 'shadow-begun'; readonly id: string; readonly notices: readonly string[] }
	| { readonly type: 'shadow-left'; readonly left: LeftShadow }
	/** Changes of earlier sessions are pending. `goOn`: command that resumes the only one. */
	| { readonly type: 'shadows-waiting'; readonly left: readonly LeftShadow[]; readonly goOn: string | null }
	/** Current changes. `isTurnOver`: at the end of a turn, with those that the mode allows applied. */
	| { readonly type: 'shadow-seen'; readonly changes: readonly ShadowChange[]; readonly isTurnOver?: true }
	| { readonly type: 'shadow-shown'; readonly shown: ShownChange }
	| { readonly type: 'shadow-copying'; readonly copied: CopiedBytes }
	/** `isByMode`: applied by the mode, without a question. `isPart`: a part of a file, of which the rest waits. */
	| { readonly type: 'shadow-applied'; readonly report: ApplyReport; readonly isByMode?: true; readonly isPart?: true }
	| { readonly type: 'shadow-discarded'; readonly report: DiscardReport; readonly isPart?: true }
	/** Pending changes are set apart in plan mode from here on, or (false) could not be, or that is over. */
	| { readonly type: 'shadow-set-apart'; readonly isApart: boolean }
	/** Changes of commands in plan mode were discarded; earlier ones are as they were. */
	| { readonly type: 'shadow-dropped'; readonly report: DiscardReport }
	| { readonly type: 'shadow-failed'; readonly failure: Failure };
