import type { ToolKind } from './tool-call.js';

/** What an agent may ask about before it does it: changing files, and running commands. */
export type ActionClass = 'edits' | 'commands';

/** Whether an agent asks before it acts, as far as it has shown: `unknown` until it did either. */
export type Asking = 'unknown' | 'asks' | 'doesNotAsk';

/** What an agent has shown by class of action; what is absent is unknown. */
export type AskingRecord = Readonly<Partial<Record<ActionClass, Exclude<Asking, 'unknown'>>>>;

/** Which agent a record is about: another version may behave in another way. */
export type AgentVersion = { readonly name: string; readonly version: string };

/**
 * What agents have shown in earlier sessions, by name and version. Implemented in `services/`. Neither
 * method throws: what cannot be read is unknown, what cannot be written is learned again.
 */
export type AskingPort = {
	load(agent: AgentVersion): Promise<AskingRecord>;
	/** `launch` is how the agent was called when it was started. */
	save(agent: AgentVersion, record: AskingRecord, launch?: string): Promise<void>;
};

/** Something that an agent did and that nobody was asked about, though the mode or a rule wanted it. */
export type UnaskedAction = {
	/** In the agent's words. */
	readonly title: string;
	/** `others`: neither an edit nor a command, and only known for the deny rule that it broke. */
	readonly about: ActionClass | 'others';
	/** `ask`: it would have been a question. `deny`: it would have been refused. */
	readonly decision: 'ask' | 'deny';
	/** Why, in words. */
	readonly because: string;
	/** The agent's own settings allow it, and `because` names them: it says nothing of what the agent does elsewhere. */
	readonly isInSettings?: true;
	/** The deny rule that it broke, as it is written. */
	readonly rule?: string;
	/** Plan mode was on. */
	readonly isInPlan: boolean;
	/**
	 * What kept it from the workspace: the system refused it, or it is in a shadow. It breaks neither rule nor plan mode.
	 */
	readonly kept?: 'fence' | 'shadow';
	/** It asked and was refused, and the file changed all the same: by the agent, or by somebody else. */
	readonly isRefused?: true;
};

/** What a session knows of how its agent asks. */
export type AskingState = {
	/** What this agent, in this version, showed in earlier sessions. */
	readonly before: AskingRecord;
	/** What it showed since it was started. */
	readonly now: AskingRecord;
	/** What it did unasked, the newest last, as many as are kept; and how often in all. */
	readonly unasked: readonly UnaskedAction[];
	readonly unaskedCount: number;
};

/**
 * An «always» of the agent's own that the user chose: the agent keeps it and does not ask about such things any more.
 * `about` is null for what is neither an edit nor a command. `isTakenBack`: its asking mode was set anew to end it, or
 * the agent was started anew (`wasRestarted`), and it has not shown since which holds.
 */
export type AgentGrant = {
	/** In the agent's words. */
	readonly name: string;
	readonly about: ActionClass | null;
	/** When the user chose it (ms since the epoch). */
	readonly since: number;
	/** The mode of its own that the agent asked in: it may mean another one by its «always». */
	readonly mode?: string;
	/** It went into another mode afterwards, which lets more through. */
	readonly hasMoved?: true;
	readonly isTakenBack?: true;
	readonly wasRestarted?: true;
};

/** The class of a kind of tool call; null for kinds that change and run nothing. */
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
