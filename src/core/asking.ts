import type { askingRecord } from './agent-schema.js';
import type { unaskedAction } from './permission-schema.js';
import type { Read } from './schema.js';
import type { ToolKind } from './tool-call.js';

export type ActionClass = 'edits' | 'commands';

export type Asking = 'unknown' | 'asks' | 'doesNotAsk';

export type AskingRecord = Read<typeof askingRecord>;

/** Agent that a record is about: another version may behave in another way. */
export type AgentVersion = { readonly name: string; readonly version: string };

/** Records of earlier sessions. Implemented in `services/`. No method throws: unreadable records are unknown. */
export type AskingPort = {
	load(agent: AgentVersion): Promise<AskingRecord>;
	save(agent: AgentVersion, record: AskingRecord, launch?: string): Promise<void>;
};

export type UnaskedAction = Read<typeof unaskedAction>;

export type AskingState = {
	readonly before: AskingRecord;
	readonly now: AskingRecord;
	/** The newest last, as many as are kept; `total` counts all. */
	readonly unasked: readonly UnaskedAction[];
	readonly unaskedCount: number;
};

/** An «always» of the agent's own: it no longer asks. `isTakenBack`: it was set to ask again, and has not yet. */
export type AgentGrant = {
	/** In the agent's words. */
	readonly name: string;
	readonly about: ActionClass | null;
	/** Ms since the epoch. */
	readonly since: number;
	readonly mode?: string;
	/** Changed afterwards to a mode that allows more. */
	readonly hasMoved?: true;
	readonly isTakenBack?: true;
	readonly wasRestarted?: true;
};

export function actionClassOf(kind: ToolKind): ActionClass | null {
	if (kind === 'execute') return 'commands';
	return kind === 'edit' || kind === 'delete' || kind === 'move' ? 'edits' : null;
}
