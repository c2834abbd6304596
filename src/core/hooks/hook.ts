import type { Rule } from '../policy/policy-types.js';

/** Events that run hooks, in the order of the docs. */
export const HOOK_EVENTS = [
	'sessionStart',
	'promptSubmit',
	'beforeEdit',
	'afterEdit',
	'permission',
	'turnEnd',
	'attention',
] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Events about an action, which a hook's `match` may narrow. */
export const MATCHED_EVENTS: ReadonlySet<HookEvent> = new Set(['beforeEdit', 'afterEdit', 'permission']);

/** A command line of the user's, or of a trusted project, that runs at an event. */
export type Hook = {
	readonly event: HookEvent;
	readonly command: string;
	/** Actions that it is about; absent: all. In doubt it matches, as a deny rule does. */
	readonly match?: Rule;
	/** Seconds. */
	readonly timeout: number;
	readonly source: 'user' | 'project';
};

/** Result of a run: `failed` says nothing about the action. */
export const HOOK_RESULTS = ['done', 'asked', 'denied', 'failed'] as const;

export type HookResult = (typeof HOOK_RESULTS)[number];

type LastRun = { readonly result: HookResult; readonly at: number; readonly words?: string };

export type HookState = Hook & { readonly runs: number; readonly last?: LastRun };

/** Process of a hook after its end; output beyond the limit is cut. */
export type HookEnd =
	| {
			readonly type: 'exited';
			readonly code: number;
			readonly signal: string | null;
			readonly stdout: string;
			readonly stderr: string;
	  }
	| { readonly type: 'late' | 'flooded' | 'stopped' }
	| { readonly type: 'not-started'; readonly because: string };

/** Runs hooks. Implemented in `services/`; no method throws. */
export type HooksPort = {
	/** `input`: JSON for its standard input. `signal` ends it early. */
	run(hook: Hook, input: string, signal: AbortSignal): Promise<HookEnd>;
};
