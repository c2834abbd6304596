import type { ShadowChange } from '../shadow/change.js';
import type { LayerBecause } from './layer-messages.js';
import type { SessionSandbox } from './session-sandbox.js';

export type SandboxEvent =
	| { readonly type: 'sandbox-changed'; readonly change: Partial<SessionSandbox> }
	| { readonly type: 'command-settled'; readonly command: SettledCommand };

export type SettledCommand = {
	readonly command: string;
	/** Null for one that a signal ended, or that was not run. */
	readonly exitCode: number | null;
	readonly because: 'read' | 'rule' | 'denied' | LayerBecause;
	/** Changes in a shadow; of one that ran in the workspace itself nothing is known. */
	readonly changes: readonly Pick<ShadowChange, 'path' | 'status' | 'added' | 'removed'>[];
};
