import type { AgentEvent } from '../../agent-event.js';
import type { AgentCommand } from '../../agent-info.js';
import { isRecord } from '../../is-record.js';
import { limits } from '../../limits.js';
import { configOptions, usage } from './agent.js';
import { block, exitStatus, name, planSteps, toolPatch, words } from './content.js';
import { type EventReaders, exactly, flag, list, optional, orNull, type Reader, shape, text, word } from './reader.js';

type Of<T extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: T }>;

const role = word({ user: true, agent: true, thought: true });
const level = word({ info: true, warning: true, error: true });
const inner = text(2 * limits.innerChars);

export const agentEvents: EventReaders<AgentEvent> = {
	text: shape<Of<'text'>>({
		type: exactly('text'),
		role,
		text: words,
		messageId: optional(name),
		parentId: optional(name),
		between: optional(exactly('toSubagent')),
	}),
	// What the app made of them is kept.
	subagent: null,
	'session-message': null,
	'message-ended': shape<Of<'message-ended'>>({ type: exactly('message-ended') }),
	block: shape<Of<'block'>>({
		type: exactly('block'),
		role,
		block,
		messageId: optional(name),
		parentId: optional(name),
	}),
	tool: shape<Of<'tool'>>({ type: exactly('tool'), patch: toolPatch, isNew: optional(exactly(true)) }),
	'terminal-output': shape<Of<'terminal-output'>>({
		type: exactly('terminal-output'),
		terminalId: name,
		data: words,
		toolCallId: optional(name),
	}),
	'terminal-started': shape<Of<'terminal-started'>>({
		type: exactly('terminal-started'),
		terminalId: name,
		command: inner,
		cwd: optional(name),
		ours: flag,
		toolCallId: optional(name),
	}),
	'terminal-exited': shape<Of<'terminal-exited'>>({
		type: exactly('terminal-exited'),
		terminalId: name,
		exit: exitStatus,
		toolCallId: optional(name),
	}),
	'terminal-released': shape<Of<'terminal-released'>>({ type: exactly('terminal-released'), terminalId: name }),
	plan: shape<Of<'plan'>>({ type: exactly('plan'), steps: planSteps }),
	commands: shape<Of<'commands'>>({
		type: exactly('commands'),
		commands: list(shape<AgentCommand>({ name, description: name, hint: optional(name) }), limits.commands + 1),
	}),
	'agent-mode': shape<Of<'agent-mode'>>({ type: exactly('agent-mode'), modeId: name }),
	'config-options': shape<Of<'config-options'>>({ type: exactly('config-options'), options: configOptions }),
	'session-info': shape<Of<'session-info'>>({ type: exactly('session-info'), title: optional(orNull(name)) }),
	usage: shape<Of<'usage'>>({ type: exactly('usage'), usage }),
	notice: shape<Of<'notice'>>({
		type: exactly('notice'),
		level,
		title: name,
		detail: optional(inner),
		isEvent: optional(exactly(true)),
	}),
	compaction: shape<Of<'compaction'>>({
		type: exactly('compaction'),
		compactionId: name,
		status: word({ in_progress: true, completed: true, failed: true, cancelled: true, unknown: true }),
		summary: optional(inner),
		error: optional(inner),
	}),
	'compaction-chunk': shape<Of<'compaction-chunk'>>({
		type: exactly('compaction-chunk'),
		compactionId: name,
		text: inner,
	}),
	unknown: shape<Of<'unknown'>>({ type: exactly('unknown'), label: name, json: text(limits.rawChars) }),
};

const byType = new Map<unknown, Reader<AgentEvent>>(Object.entries(agentEvents as Record<string, Reader<AgentEvent>>));

export const agentEvent: Reader<AgentEvent> = (value) =>
	isRecord(value) ? byType.get(value['type'])?.(value) : undefined;
