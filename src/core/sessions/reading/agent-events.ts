import type { AgentEvent } from '../../agent-event.js';
import type { AgentCommand } from '../../agent-info.js';
import { limits } from '../../limits.js';
import { configOptions, usage } from './agent.js';
import { block, exitStatus, name, planSteps, toolPatch, words } from './content.js';
import { type EventReaders, exactly, flag, list, optional, orNull, shape, text, variant, word } from './reader.js';

const role = word({ user: true, agent: true, thought: true });
const level = word({ info: true, warning: true, error: true });
const inner = text(2 * limits.innerChars);

export const agentEvents: EventReaders<AgentEvent> = {
	text: {
		role,
		text: words,
		messageId: optional(name),
		parentId: optional(name),
		between: optional(exactly('toSubagent')),
	},
	// What the app made of them is kept.
	subagent: null,
	'session-message': null,
	'message-ended': {},
	block: { role, block, messageId: optional(name), parentId: optional(name) },
	tool: { patch: toolPatch, isNew: optional(exactly(true)) },
	'terminal-output': { terminalId: name, data: words, toolCallId: optional(name) },
	'terminal-started': { terminalId: name, command: inner, cwd: optional(name), ours: flag, toolCallId: optional(name) },
	'terminal-exited': { terminalId: name, exit: exitStatus, toolCallId: optional(name) },
	'terminal-released': { terminalId: name },
	plan: { steps: planSteps },
	commands: {
		commands: list(shape<AgentCommand>({ name, description: name, hint: optional(name) }), limits.commands + 1),
	},
	'agent-mode': { modeId: name },
	'config-options': { options: configOptions },
	'session-info': { title: optional(orNull(name)) },
	usage: { usage },
	notice: { level, title: name, detail: optional(inner), isEvent: optional(exactly(true)) },
	compaction: {
		compactionId: name,
		status: word({ in_progress: true, completed: true, failed: true, cancelled: true, unknown: true }),
		summary: optional(inner),
		error: optional(inner),
	},
	'compaction-chunk': { compactionId: name, text: inner },
	unknown: { label: name, json: text(limits.rawChars) },
};

export const agentEvent = variant<'type', AgentEvent>('type', agentEvents);
