import type { Subagent } from '../../core/subagents/subagent.js';
import { proseWidth } from '../markdown/blocks.js';
import type { PictureSpace } from '../pictures/picture-lines.js';
import type { DiffLayout, Glyphs } from '../ui-options.js';
import type { RenderCache } from './line-cache.js';

/** Folded to the head, the entry's own default, opened by the user, or with raw data too. */
export type Openness = 'folded' | 'default' | 'open' | 'all';

export type RenderContext = {
	/** In cells, at least 1. */
	readonly width: number;
	/** Cells of it that prose takes at most; absent: all of it. Diffs, tables, code and output may take all. */
	readonly column?: number | undefined;
	/** Absolute; paths below it are shown relative to it. */
	readonly cwd: string;
	readonly isOpen: (entryId: string) => boolean | null;
	readonly areAllOpen: boolean;
	readonly isFolded?: (entryId: string) => boolean;
	/** In ms since the epoch, for durations that go on. */
	readonly now: number;
	/** Frame number that grows with time; null for a spinner that stands still. */
	readonly spinner: number | null;
	readonly diffLayout?: DiffLayout;
	/** Answers have diagrams and formulas drawn, except where everything is open. */
	readonly isDrawn?: boolean;
	/** `unicode` when absent. */
	readonly glyphs?: Glyphs;
	readonly subagents?: ReadonlyMap<string, Subagent> | undefined;
	readonly latestSteps?: number;
	/** Durations stand behind titles instead of at the edge, which keeps rows short. */
	readonly isTimeClose?: boolean;
	readonly pictures?: PictureSpace | null;
	readonly cache: RenderCache;
};

export function inColumn(context: RenderContext): RenderContext {
	const width = proseWidth(context);
	return width === context.width ? context : { ...context, width };
}

export function opennessOf(entryId: string, context: RenderContext): Openness {
	if (context.areAllOpen) return context.isFolded?.(entryId) === true ? 'folded' : 'all';
	const choice = context.isOpen(entryId);
	if (choice === null) return 'default';
	return choice ? 'open' : 'folded';
}

export function isOpen(entryId: string, context: RenderContext): boolean {
	const openness = opennessOf(entryId, context);
	return openness === 'open' || openness === 'all';
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

const STILL = '⠿';

export function spinnerFrame(frame: number | null): string {
	if (frame === null) return STILL;
	const index = Math.floor(Math.abs(frame)) % FRAMES.length;
	return FRAMES[index] ?? '⠋';
}
