import type { PanelStep as StepOf } from '../panel/panel-step.js';

/** The panel of sub-agents: the one that is selected, and what is asked about it. */
export type SubagentsPanelState = {
	/** The selected one, by its id; null: the first. */
	readonly selected: string | null;
	/** A first `x` on this one: the next stops it. `at`: when the key came last (ms since the epoch). */
	readonly cancelling: { readonly id: string; readonly at: number } | null;
	/** What a screen reader says, and how often something was said. */
	readonly said: { readonly id: number; readonly what: Spoken };
	/** Where there is no screen: the one that is asked about. */
	readonly chosen: string | null;
};

/** What is read out where there is no screen. */
type Spoken = { readonly type: 'tree' | 'choices' | 'transcript' } | { readonly type: 'words'; readonly text: string };

export type PanelStep = StepOf<SubagentsPanelState>;
