import type { Subagent } from '../../core/subagents/subagent.js';
import type { PictureSpace } from '../pictures/picture-lines.js';
import type { DiffLayout } from '../ui-options.js';
import type { RenderCache } from './line-cache.js';
import type { Openness } from './openness.js';

/** Everything besides an entry that decides how it looks. */
export type RenderContext = {
	/** Cells that a line may take; at least 1 is assumed. */
	readonly width: number;
	/** The workspace, absolute: paths below it are shown relative to it. */
	readonly cwd: string;
	/** What the user chose for an entry: open, folded, or null for the entry's own default. */
	readonly isOpen: (entryId: string) => boolean | null;
	/** The transcript view: everything open, raw input and output included. */
	readonly areAllOpen: boolean;
	/** In the transcript view: what the user folded nevertheless; nothing when absent. */
	readonly isFolded?: (entryId: string) => boolean;
	/** Milliseconds since the epoch, for what is still running. */
	readonly now: number;
	/** The spinner's frame: any integer that grows with time; null for one that does not turn. */
	readonly spinner: number | null;
	/** How file changes are laid out; below each other when absent. */
	readonly diffLayout?: DiffLayout;
	/** The sub-agents of the session, whose cards say how they stand; none when absent. */
	readonly subagents?: ReadonlyMap<string, Subagent> | undefined;
	/** Of a sub-agent at work so many of the last steps are shown; the usual number when absent. */
	readonly latestSteps?: number;
	/** How long a step took is behind its title instead of at the edge, so that its row is short. */
	readonly isTimeBeside?: boolean;
	/** Where pictures can be shown; nowhere when absent. */
	readonly pictures?: PictureSpace | null;
	/** Where drawn lines are kept. */
	readonly cache: RenderCache;
};

/** How much of the entry with this id the context wants to see. */
export function opennessOf(entryId: string, context: RenderContext): Openness {
	if (context.areAllOpen) return context.isFolded?.(entryId) === true ? 'folded' : 'all';
	const choice = context.isOpen(entryId);
	if (choice === null) return 'default';
	return choice ? 'open' : 'folded';
}

/** Whether the context wants to see all of the entry with this id. */
export function isOpen(entryId: string, context: RenderContext): boolean {
	const openness = opennessOf(entryId, context);
	return openness === 'open' || openness === 'all';
}
