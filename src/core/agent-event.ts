import type { AgentCommand, ConfigOption, PlanStep, Usage } from './agent-info.js';
import type { ContentBlock } from './content.js';
import type { SubagentPatch } from './subagents/subagent.js';
import type { ExitStatus, ToolCallPatch } from './tool-call.js';

/** Label prefix of unknown notifications that are no session update. */
export const NOTIFICATION = 'notification';

/** Translated message of an agent; may arrive at any time, in a turn or outside. */
export type AgentEvent =
	/** A chunk of text. `messageId` groups chunks where the agent sends it. */
	| {
			readonly type: 'text';
			readonly role: 'user' | 'agent' | 'thought';
			readonly text: string;
			readonly messageId?: string;
			readonly parentId?: string;
			/** Message between sessions: what the one that started the sub-agent says to it. */
			readonly between?: 'toSubagent';
	  }
	| { readonly type: 'message-ended' }
	| {
			readonly type: 'block';
			readonly role: 'user' | 'agent' | 'thought';
			readonly block: ContentBlock;
			readonly messageId?: string;
			readonly parentId?: string;
	  }
	/** `isNew`: the agent announces it as a new call, whatever calls it had under this id before. */
	| { readonly type: 'tool'; readonly patch: ToolCallPatch; readonly isNew?: true }
	/** Output of a terminal of ours, or of the agent's own (`_meta`), which may be unknown until now. */
	| {
			readonly type: 'terminal-output';
			readonly terminalId: string;
			readonly data: string;
			readonly toolCallId?: string;
	  }
	/** A terminal began. `ours`: `terminal/create`; else the agent's own (`_meta.terminal_info`). */
	| {
			readonly type: 'terminal-started';
			readonly terminalId: string;
			readonly command: string;
			readonly cwd?: string;
			readonly ours: boolean;
			readonly toolCallId?: string;
	  }
	| {
			readonly type: 'terminal-exited';
			readonly terminalId: string;
			readonly exit: ExitStatus;
			readonly toolCallId?: string;
	  }
	| { readonly type: 'terminal-released'; readonly terminalId: string }
	| { readonly type: 'plan'; readonly steps: readonly PlanStep[] }
	| { readonly type: 'commands'; readonly commands: readonly AgentCommand[] }
	| { readonly type: 'agent-mode'; readonly modeId: string }
	| { readonly type: 'config-options'; readonly options: readonly ConfigOption[] }
	| { readonly type: 'session-info'; readonly title?: string | null }
	| { readonly type: 'usage'; readonly usage: Usage }
	| {
			readonly type: 'notice';
			readonly level: 'info' | 'warning' | 'error';
			readonly title: string;
			readonly detail?: string;
			/** Reports something that happens now: the same words again are news. */
			readonly isEvent?: true;
	  }
	| {
			readonly type: 'compaction';
			readonly compactionId: string;
			readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled' | 'unknown';
			readonly summary?: string;
			readonly error?: string;
	  }
	| { readonly type: 'compaction-chunk'; readonly compactionId: string; readonly text: string }
	/** Child session of the sender (ACP `subagent_update`), by the agent's id; `app` turns it into state. */
	| { readonly type: 'subagent'; readonly sessionId: string; readonly patch: SubagentPatch }
	/** A message between sessions, whole or (`isChunk`) a piece; absent stays as it is, null clears. `app` makes text of it. */
	| ({ readonly type: 'session-message' } & SessionMessage)
	| { readonly type: 'unknown'; readonly label: string; readonly json: string };

/** ACP `session_message` and `session_message_chunk` in the transcript of one session. Ids are the agent's. */
export type SessionMessage = {
	readonly messageId: string;
	readonly isChunk?: true;
	readonly senderId?: string | null;
	readonly recipientId?: string | null;
	/** Id of the same message in the transcript of the sender, and of the recipient. */
	readonly senderMessageId?: string | null;
	readonly recipientMessageId?: string | null;
	/** All of it; with `isChunk` an addition. */
	readonly content?: readonly ContentBlock[];
};
