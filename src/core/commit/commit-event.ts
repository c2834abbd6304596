import type { CommitList, CommitMarks } from './commit.js';

export type AgentMessage = {
	readonly phase: 'none' | 'asking' | 'done' | 'failed';
	readonly text: string;
	/** Why there is none. */
	readonly why: string | null;
	/** Ids of the changes that it was asked for; absent: the agent was not asked. */
	readonly about?: ReadonlySet<string>;
};

export type CommitRun = {
	readonly phase: 'running' | 'failed';
	/** Ms since the epoch. */
	readonly startedAt: number;
	/** The end of what git and its hooks wrote. Not sanitised. */
	readonly output: string;
	readonly because: string | null;
	readonly hint: string | null;
};

/** State of the commit panel, as it was looked up last. */
export type CommitState = {
	/** Null while it is looked for, and where that failed. */
	readonly list: CommitList | null;
	/** Version of the list, which a request names. */
	readonly listed: number;
	/** Why nothing can be committed. */
	readonly why: string | null;
	/** The list changed after the user had asked for the commit. */
	readonly hasChanged: boolean;
	readonly message: AgentMessage;
	readonly run: CommitRun | null;
	readonly made: number;
};

export type CommitRequest =
	/** Looks what there is; `asks`: the agent is asked for a message as well, for what is chosen by these marks. */
	| { readonly do: 'list'; readonly asks: boolean; readonly marks: CommitMarks }
	| { readonly do: 'ask'; readonly chosen: ReadonlySet<string> }
	| { readonly do: 'stop-asking' }
	| { readonly do: 'commit'; readonly listed: number; readonly chosen: ReadonlySet<string>; readonly message: string }
	| { readonly do: 'stop' }
	/** A commit that failed was read about. */
	| { readonly do: 'go-on' };

/** None is logged: that something was committed is a note of its own. */
export type CommitEvent =
	| { readonly type: 'commit'; readonly request: CommitRequest }
	| { readonly type: 'commit-changed'; readonly commit: CommitState };

/** Reports back with `commit-changed`. */
export type CommitEffect = { readonly type: 'commit'; readonly request: CommitRequest };
