import type { ShadowChange } from '../shadow/change.js';
import type { LayerBecause } from './layer-messages.js';
import type { SessionSandbox } from './session-sandbox.js';

/** What holds commands and the agent, and what became of commands that acp-tui ran. */
export type SandboxEvent =
	| { readonly type: 'sandbox-changed'; readonly change: Partial<SessionSandbox> }
	| { readonly type: 'command-settled'; readonly command: SettledCommand };

/** A command that acp-tui ran or refused, as `-p --output-format json` lists it. */
export type SettledCommand = {
	readonly command: string;
	/** Null for one that a signal ended, or that was not run. */
	readonly exitCode: number | null;
	readonly because: 'read' | 'rule' | 'denied' | LayerBecause;
	/** What it changed on a copy of the workspace; of one that ran in the workspace itself nothing is known. */
	readonly changes: readonly Pick<ShadowChange, 'path' | 'status' | 'added' | 'removed'>[];
};
