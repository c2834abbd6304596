import { agentCommand, configOptions, usage } from './agent-schema.js';
import type { ContentBlock } from './content.js';
import { block, exitStatus, name, planSteps, toolPatch, words } from './content-schema.js';
import { limits } from './limits.js';
import { type EventOf, exactly, flag, list, optional, orNull, text, unlogged, variant, word } from './schema.js';
import type { SubagentPatch } from './subagents/subagent.js';

const role = word({ user: true, agent: true, thought: true });
export const noteLevel = word({ info: true, warning: true, error: true });
const inner = text(2 * limits.innerChars);

/** Translated messages of an agent; they may arrive at any time, in a turn or outside. */
export const agentEvents = {
	/** A chunk of text. `messageId` groups chunks where the agent sends it. */
	text: {
		role,
		text: words,
		messageId: optional(name),
		parentId: optional(name),
		/** Message between sessions: what the one that started the sub-agent says to it. */
		between: optional(exactly('toSubagent')),
	},
	'message-ended': {},
	block: { role, block, messageId: optional(name), parentId: optional(name) },
	/** `isNew`: the agent announces it as a new call, whatever calls it had under this id before. */
	tool: { patch: toolPatch, isNew: optional(exactly(true)) },
	/** Output of a terminal of ours, or of the agent's own (`_meta`), which may be unknown until now. */
	'terminal-output': { terminalId: name, data: words, toolCallId: optional(name) },
	/** A terminal began. `ours`: `terminal/create`; else the agent's own (`_meta.terminal_info`). */
	'terminal-started': { terminalId: name, command: inner, cwd: optional(name), ours: flag, toolCallId: optional(name) },
	/** `isDiscarded`: what it changed on a copy of the workspace was dropped. */
	'terminal-exited': {
		...{ terminalId: name, exit: exitStatus, toolCallId: optional(name) },
		isDiscarded: optional(exactly(true)),
	},
	'terminal-released': { terminalId: name },
	/** One step more than the bound shows that there were more. */
	plan: { steps: planSteps },
	/** A prompt that the agent proposes to be the next one. */
	'prompt-suggested': unlogged<{ readonly text: string }>(),
	commands: { commands: list(agentCommand, limits.commands + 1) },
	'agent-mode': { modeId: name },
	'config-options': { options: configOptions },
	'session-info': { title: optional(orNull(name)) },
	usage: { usage },
	notice: {
		level: noteLevel,
		title: name,
		detail: optional(inner),
		/** Reports something that happens now: the same words again are news. */
		isEvent: optional(exactly(true)),
	},
	compaction: {
		compactionId: name,
		status: word({ in_progress: true, completed: true, failed: true, cancelled: true, unknown: true }),
		summary: optional(inner),
		error: optional(inner),
	},
	'compaction-chunk': { compactionId: name, text: inner },
	/** Child session of the sender (ACP `subagent_update`), by the agent's id; `app` turns it into state. */
	subagent: unlogged<{ readonly sessionId: string; readonly patch: SubagentPatch }>(),
	/** A message between sessions, whole or (`isChunk`) a piece; absent stays as it is, null clears. `app` makes text of it. */
	'session-message': unlogged<SessionMessage>(),
	unknown: { label: name, json: text(limits.rawChars) },
};

export type AgentEvent = EventOf<typeof agentEvents>;

export const agentEvent = variant('type', agentEvents);

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
