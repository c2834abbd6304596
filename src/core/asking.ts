import type { ToolKind } from './tool-call.js';

export type ActionClass = 'edits' | 'commands';

export type Asking = 'unknown' | 'asks' | 'doesNotAsk';

export type AskingRecord = Readonly<Partial<Record<ActionClass, Exclude<Asking, 'unknown'>>>>;

/** Agent that a record is about: another version may behave in another way. */
export type AgentVersion = { readonly name: string; readonly version: string };

/** Records of earlier sessions. Implemented in `services/`. No method throws: unreadable records are unknown. */
export type AskingPort = {
	load(agent: AgentVersion): Promise<AskingRecord>;
	save(agent: AgentVersion, record: AskingRecord, launch?: string): Promise<void>;
};

/** An action of the agent that nobody was asked about, though the mode or a rule wanted it. */
export type UnaskedAction = {
	readonly title: string;
	/** `others`: neither an edit nor a command, and only known for the deny rule that it broke. */
	readonly about: ActionClass | 'others';
	readonly decision: 'ask' | 'deny';
	readonly because: string;
	/** The agent's own settings allow it, and `because` names them: it says nothing about the agent elsewhere. */
	readonly isInSettings?: true;
	readonly rule?: string;
	readonly isInPlan: boolean;
	/** Kept from the workspace: refused by the system, or in a shadow. It breaks neither rule nor plan mode. */
	readonly kept?: 'fence' | 'shadow';
	/** Refused, and the file changed all the same: by the agent, or by somebody else. */
	readonly isRefused?: true;
};

export type AskingState = {
	readonly before: AskingRecord;
	readonly now: AskingRecord;
	/** The newest last, as many as are kept; `total` counts all. */
	readonly unasked: readonly UnaskedAction[];
	readonly unaskedCount: number;
};

/**
 * An «always» of the agent's own that the user chose: the agent does not ask about such things any more. `about` is
 * null for what is neither an edit nor a command. `isTakenBack`: its asking mode was set anew to end it, or the agent
 * was restarted (`wasRestarted`), and it has not shown since which holds.
 */
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
	switch (kind) {
		case 'edit':
		case 'delete':
		case 'move':
			return 'edits';
		case 'execute':
			return 'commands';
		case 'read':
		case 'search':
		case 'think':
		case 'fetch':
		case 'switch_mode':
		case 'other':
			return null;
	}
}
