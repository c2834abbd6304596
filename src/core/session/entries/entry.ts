import type { StopReason } from '../../agent-info.js';
import type { ChangedFile } from '../../changes.js';
import type { ContentBlock } from '../../content.js';
import type { Failure } from '../../failure.js';
import type { TerminalView, ToolCall } from '../../tool-call.js';
import type { UsageReport } from '../../usage/usage-report.js';
import type { PastedRange } from '../prompts/pastes.js';

/**
 * One thing in the transcript. Entries are immutable: a change makes a new object, so an entry's
 * identity is its version and rendered lines can be cached by it. `id` is stable across versions.
 */
export type Entry =
	| UserEntry
	| MessageEntry
	| ThoughtEntry
	| BlockEntry
	| ToolEntry
	| UserCommandEntry
	| NoteEntry
	| CompactionEntry
	| ChangesEntry
	| UnknownEntry
	| TurnEndEntry;

/** What belongs to a sub-agent: whose it is, and how many levels below the top it stands. */
type Nested = {
	/** The tool call that it belongs to, where the traffic says so. */
	readonly parentId?: string;
	/** Absent at the top, where it also stands while its parent is unknown. */
	readonly depth?: number;
};

/**
 * What is below a call, counted over all levels but for `steps`: the entries directly below it. The
 * entries themselves follow it in the list, each deeper than it.
 */
export type ChildSteps = {
	readonly steps: number;
	readonly calls: number;
	readonly failed: number;
	readonly open: number;
	/** When the last of its calls ended. */
	readonly endedAt?: number;
	/** Its calls came after its own end: the sub-agent works on until the turn is over. */
	readonly isBackground: boolean;
};

/** What the user sent, or what the agent says that they sent (a replay). */
export type UserEntry = {
	readonly kind: 'user';
	readonly id: string;
	readonly at: number;
	readonly messageId?: string;
	/** The id of the prompt; absent where the agent told of it. */
	readonly promptId?: string;
	readonly text: string;
	/** What of the text was pasted as a block, in order. */
	readonly pastes?: readonly PastedRange[];
	/** Blocks besides text: images, links. */
	readonly blocks: readonly ContentBlock[];
	/** What the agent was given with this prompt besides it: files that were put back, the output of commands. */
	readonly sentAlong?: string;
	/** It was sent into the turn that ran, and began none. */
	readonly isSteered?: true;
};

/** The agent's words, Markdown. `isStreaming` while more may be appended: the text only grows at its end. With a parent they are a sub-agent's. */
export type MessageEntry = Nested & {
	readonly kind: 'message';
	readonly id: string;
	readonly at: number;
	/** Words to the sub-agent that it belongs to, of whoever started it. */
	readonly isPrompt?: true;
	readonly messageId?: string;
	readonly text: string;
	readonly isStreaming: boolean;
};

/** The agent's thinking, shown folded. The text only grows at its end. */
export type ThoughtEntry = Nested & {
	readonly kind: 'thought';
	readonly id: string;
	readonly at: number;
	readonly endedAt?: number;
	readonly messageId?: string;
	readonly text: string;
	readonly isStreaming: boolean;
};

/**
 * A block of the agent that is not text: an image, a resource, something unknown; or text for its model alone, which
 * may come in chunks.
 */
export type BlockEntry = Nested & {
	readonly kind: 'block';
	readonly id: string;
	readonly at: number;
	readonly role: 'user' | 'agent' | 'thought';
	readonly block: ContentBlock;
	readonly messageId?: string;
	/** Text to which more may be appended. */
	readonly isStreaming?: true;
};

/** A tool call's card; its parent is in the call. `childSteps` is there as soon as something is below it. */
export type ToolEntry = {
	readonly kind: 'tool';
	readonly id: string;
	readonly at: number;
	readonly call: ToolCall;
	readonly depth?: number;
	readonly childSteps?: ChildSteps;
};

/** A command line that the user ran. It ends by itself, whatever becomes of the turn. */
export type UserCommandEntry = {
	readonly kind: 'user-command';
	readonly id: string;
	readonly at: number;
	readonly command: UserCommand;
};

/** How a command of the user stands. */
export type UserCommand = {
	/** Also the id of its terminal. */
	readonly id: string;
	readonly line: string;
	readonly status: 'running' | 'completed' | 'failed';
	readonly startedAt: number;
	readonly endedAt?: number;
	/** What it wrote, and how it ended; absent before it has started. */
	readonly terminal?: TerminalView;
	/** Why it could not be started. */
	readonly failure?: string;
	readonly share: CommandShare;
	/** It has, or had, the whole terminal. */
	readonly isWhole: boolean;
};

/** Whether the agent is given a command's output: with the next prompt, not at all, or it was. */
export type CommandShare = 'offered' | 'private' | 'sent';

/** A word from this program, or a `notice` of the agent. */
export type NoteEntry = {
	readonly kind: 'note';
	readonly id: string;
	readonly at: number;
	readonly level: 'info' | 'warning' | 'error';
	readonly from: 'client' | 'agent';
	readonly title: string;
	readonly detail?: string;
	readonly hint?: string;
	/** The detail is what a process wrote before it died. */
	readonly isTail?: true;
	/** It tells what the user answered to a question of the agent. */
	readonly isAnswer?: true;
	/** The detail is a plan that was reviewed. */
	readonly isPlan?: true;
	/** It tells how far the install of this agent is, and changes until that has ended. */
	readonly progressOf?: string;
	/** Words of the agent from before any prompt, which more may be added to. */
	readonly isBanner?: true;
	/** The answer to `/usage`: laid out where it is shown, as wide as there is room. */
	readonly usage?: UsageReport;
	/** Set where it is for what was left out: of what, and how many characters or entries. */
	readonly leftOut?: { readonly what: string; readonly count: number };
};

/** A context compaction of the agent (ACP v1 `compaction_update`). */
export type CompactionEntry = {
	readonly kind: 'compaction';
	readonly id: string;
	readonly at: number;
	readonly compactionId: string;
	readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'unknown';
	/** Grows at its end, until another one takes its place. */
	readonly summary: string;
	/** How many times another summary took its place; absent as long as none did. */
	readonly summaryVersion?: number;
	readonly error?: string;
};

/** What a turn changed in the workspace. It grows while plan mode is watched, and knows what was taken back. */
export type ChangesEntry = {
	readonly kind: 'changes';
	readonly id: string;
	readonly at: number;
	readonly setId: string;
	/** They changed while plan mode was on, and nothing that was let through explains it. */
	readonly isTampering: boolean;
	readonly files: readonly ChangedFile[];
	/** Paths that the user took back. */
	readonly undone: readonly string[];
	/** What makes it less than certain. */
	readonly remark?: string;
};

/** Something from the agent that we do not know: shown compactly, never dropped. */
export type UnknownEntry = {
	readonly kind: 'unknown';
	readonly id: string;
	readonly at: number;
	/** What it is, in a few words: `update "foo"`, `message that breaks the schema`. */
	readonly label: string;
	readonly json: string;
	/** How many in a row were folded into this entry. */
	readonly count: number;
};

/** The line at the end of a prompt turn. */
export type TurnEndEntry = {
	readonly kind: 'turn-end';
	readonly id: string;
	readonly at: number;
	readonly startedAt: number;
	/** Milliseconds of it that questions stood open. */
	readonly askedMs?: number;
	/** `interrupted`: this program ended before the turn did. */
	readonly reason: StopReason | 'failed' | 'agent-exit' | 'interrupted';
	/** `cancelled` though the user stopped nothing: the agent ended it, as some do when they are refused something. */
	readonly endedBy?: 'agent' | 'agent-after-refusal';
	/** The word that the agent sent, when `reason` is `unknown`. */
	readonly word?: string;
	/** With `end_turn`: the agent's words say that a limit stopped it. */
	readonly failure?: Failure;
	/** The prompt goes again by itself, for the `count`-th time of at most `limit`, after a pause (ms). */
	readonly retry?: { readonly count: number; readonly limit: number; readonly pauseMs: number };
};
