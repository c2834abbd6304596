import type { StopReason } from '../../agent-info.js';
import type { ChangedFile } from '../../changes.js';
import type { ContentBlock } from '../../content.js';
import type { Failure } from '../../failure.js';
import type { TerminalView, ToolCall } from '../../tool-call.js';
import type { UsageReport } from '../../usage/usage-report.js';
import type { PastedRange } from './pastes.js';

/** A transcript entry. Immutable, so that its identity is its version and drawn lines are cached by it; `id` stays. */
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

type Base = { readonly id: string; readonly at: number };

type Nested = {
	readonly parentId?: string;
	/** Levels below the top; absent at the top, and while the parent is unknown. */
	readonly depth?: number;
};

/** Counts over all levels below a call, but for `steps`: its direct children, which follow it in the list. */
export type ChildSteps = {
	readonly steps: number;
	readonly calls: number;
	readonly failed: number;
	readonly open: number;
	readonly endedAt?: number;
	/** Calls came after its own end: the sub-agent works on until the turn is over. */
	readonly isBackground: boolean;
};

export type UserEntry = Base & {
	readonly kind: 'user';
	readonly messageId?: string;
	/** Absent where the agent reported the prompt (a replay). */
	readonly promptId?: string;
	readonly text: string;
	readonly pastes?: readonly PastedRange[];
	/** The user's command that the text stands for, as typed. */
	readonly command?: string;
	readonly blocks: readonly ContentBlock[];
	readonly sentAlong?: string;
	readonly isSteered?: true;
};

export type MessageEntry = Base &
	Nested & {
		readonly kind: 'message';
		/** Prompt of the sub-agent, by whatever started it. */
		readonly isPrompt?: true;
		readonly messageId?: string;
		readonly text: string;
		readonly isStreaming: boolean;
	};

export type ThoughtEntry = Base &
	Nested & {
		readonly kind: 'thought';
		readonly endedAt?: number;
		readonly messageId?: string;
		readonly text: string;
		readonly isStreaming: boolean;
	};

/** A picture, a resource, something unknown; or text for the agent's model alone, which may come in chunks. */
export type BlockEntry = Base &
	Nested & {
		readonly kind: 'block';
		readonly role: 'user' | 'agent' | 'thought';
		readonly block: ContentBlock;
		readonly messageId?: string;
		readonly isStreaming?: true;
	};

/** A tool call's card; its parent is in the call. `childSteps` is present once it has children. */
export type ToolEntry = Base & {
	readonly kind: 'tool';
	readonly call: ToolCall;
	readonly depth?: number;
	readonly childSteps?: ChildSteps;
};

export type UserCommandEntry = Base & { readonly kind: 'user-command'; readonly command: UserCommand };

export type UserCommand = {
	/** Also the id of its terminal. */
	readonly id: string;
	readonly line: string;
	readonly status: 'running' | 'completed' | 'failed';
	readonly startedAt: number;
	readonly endedAt?: number;
	/** Absent before the start. */
	readonly terminal?: TerminalView;
	readonly failure?: string;
	readonly share: CommandShare;
	readonly isWhole: boolean;
};

/** Whether the agent gets a command's output: with the next prompt, not at all, or it did. */
export type CommandShare = 'offered' | 'private' | 'sent';

export type NoteEntry = Base & {
	readonly kind: 'note';
	readonly level: 'info' | 'warning' | 'error';
	readonly from: 'client' | 'agent';
	readonly title: string;
	readonly detail?: string;
	readonly hint?: string;
	/** The detail is what a process wrote before it died. */
	readonly isTail?: true;
	readonly isAnswer?: true;
	/** The detail is a plan that was reviewed. */
	readonly isPlan?: true;
	/** The plan as the agent presented it, where the user edited it. */
	readonly presented?: string;
	/** Agent whose install this entry shows the progress of; it changes until that has ended. */
	readonly progressOf?: string;
	/** Words of the agent from before any prompt; more may be added. */
	readonly isBanner?: true;
	readonly usage?: UsageReport;
	readonly leftOut?: { readonly what: string; readonly count: number };
	readonly hookMs?: number;
};

/** A context compaction of the agent (ACP v1 `compaction_update`). */
export type CompactionEntry = Base & {
	readonly kind: 'compaction';
	readonly compactionId: string;
	readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'unknown';
	/** Grows at its end, until another one replaces it. */
	readonly summary: string;
	/** Number of replacements of the summary; absent for none. */
	readonly summaryVersion?: number;
	readonly error?: string;
};

/** Changes of a turn in the workspace. It grows while plan mode is watched, and holds which were undone. */
export type ChangesEntry = Base & {
	readonly kind: 'changes';
	readonly setId: string;
	readonly isTampering: boolean;
	readonly files: readonly ChangedFile[];
	readonly undone: readonly string[];
	readonly remark?: string;
};

/** Unknown message of the agent: shown compactly, never dropped. */
export type UnknownEntry = Base & {
	readonly kind: 'unknown';
	readonly label: string;
	readonly json: string;
	readonly count: number;
};

export type TurnEndEntry = Base & {
	readonly kind: 'turn-end';
	readonly startedAt: number;
	readonly askedMs?: number;
	/** `interrupted`: this program ended before the turn did. */
	readonly reason: StopReason | 'failed' | 'agent-exit' | 'interrupted';
	/** `cancelled` though the user stopped nothing: the agent ended it, as some do after a refusal. */
	readonly endedBy?: 'agent' | 'agent-after-refusal';
	readonly word?: string;
	/** With `end_turn`: the agent's words say that a limit stopped it. */
	readonly failure?: Failure;
	/** Automatic repetition, the `count`-th of at most `limit`, after a pause (ms). */
	readonly retry?: { readonly count: number; readonly limit: number; readonly pauseMs: number };
};
