import type { KeptEvent } from './kept-event.js';
import type { SessionCost } from './record.js';

/** The name of the format, and the newest version that this program writes and understands. @public */
export const LOG_FORMAT = 'acp-tui-session';
/** @public */
export const LOG_VERSION = 1;

/** The first line of a log. Nothing in it is secret: no command line, environment, MCP server or key of the agent. */
export type LogHeader = {
	readonly version: number;
	readonly id: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	/** The name of the agent (`launch.name`). */
	readonly agent: string;
	/** The agent was given as a command line, which is not kept: its name alone does not find it again. */
	readonly isCommandLine?: true;
	/** The person's standing instructions went with the session; their text is not kept. */
	readonly hasInstructions?: true;
	/** Our mode when it began. */
	readonly mode: string;
	/** The version of this program that began it. */
	readonly client: string;
	/** The record that this one was forked or rewound from. */
	readonly parent?: string;
};

/** Facts of a session that a list shows, repeated in the log so that its head and tail are enough to list it. */
export type LogFacts = {
	/** The agent's title; the person's own title is the index's. */
	readonly title: string | null;
	readonly sessionId: string | null;
	readonly agent: string;
	readonly branch: string | null;
	readonly prompts: number;
	/** The beginning of the first prompt, and the end of what was said last. */
	readonly firstWords: string;
	readonly lastWords: string;
	readonly cost: SessionCost | null;
	/** A turn runs. */
	readonly isRunning: boolean;
};

/** A line of a log after its header. */
export type LogLine = {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly event: KeptEvent;
	/** Of chunks that were joined: when the last of them came. */
	readonly until?: number;
	/** The turn that runs since this event; null: none does. Absent where that did not change. */
	readonly turn?: { readonly id: string; readonly promptId: string } | null;
	/** The number of the next entry before this event, where a replay could not know it. */
	readonly next?: number;
};
