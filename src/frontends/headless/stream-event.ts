import type { AppEvent } from '../../core/event.js';

type EventType = AppEvent['type'];
type EventOf<T extends EventType> = Extract<AppEvent, { readonly type: T }>;

/** What scripts see of an event: all of it, some of it, or nothing, since it is ours alone. */
type Shown<T extends EventType> = 'whole' | 'internal' | ((event: EventOf<T>) => object);

/**
 * The events of `--output-format stream-json`, which docs/scripting.md describes. Scripts rely on them: an
 * event that is new to the program is internal until it is named here and there, and a field that is
 * ours alone is left out.
 */
const STREAM: { readonly [T in EventType]: Shown<T> } = {
	prompt: ({ type, prompt }) => ({ type, prompt: { id: prompt.id, text: prompt.text } }),
	'agent-starting': ({ type, launch: { env, ...launch } }) => ({ type, launch: { ...launch, env: Object.keys(env) } }),
	'agent-connected': ({ type, info: { title, name, version, protocolVersion } }) => ({
		type,
		info: { title, name, version, protocolVersion },
	}),
	'session-opened': ({ type, sessionId, modes, options }) => ({ type, sessionId, modes, options }),
	text: 'whole',
	block: 'whole',
	tool: 'whole',
	plan: 'whole',
	'terminal-started': ({ type, terminalId, command, cwd, toolCallId }) => ({
		type,
		terminalId,
		command,
		cwd,
		toolCallId,
	}),
	'terminal-output': 'whole',
	'terminal-exited': 'whole',
	decided: 'whole',
	unasked: 'whole',
	'agent-mode': 'whole',
	'config-options': 'whole',
	'session-info': 'whole',
	commands: 'whole',
	usage: 'whole',
	notice: 'whole',
	note: 'whole',
	compaction: 'whole',
	'compaction-chunk': 'whole',
	unknown: 'whole',
	'turn-changes': 'whole',
	'plan-tampering': 'whole',
	'turn-ended': 'whole',
	'turn-failed': 'whole',
	'agent-failed': 'whole',
	'agent-exited': 'whole',
	'effect-failed': 'whole',
	'terminal-released': 'internal',
	'question-changing': 'internal',
	'question-changed': 'internal',
	'session-ready': 'internal',
	'prompt-held': 'internal',
	'prompt-sent': 'internal',
	'message-ended': 'internal',
	'junk-lines': 'internal',
	'cancel-ignored': 'internal',
	branch: 'internal',
	'command-started': 'internal',
	'command-output': 'internal',
	'command-ended': 'internal',
	'command-failed': 'internal',
	'command-whole': 'internal',
	'agent-mode-set': 'internal',
	'config-options-set': 'internal',
	'queue-insert': 'internal',
	'queue-edit': 'internal',
	'queue-remove': 'internal',
	'queue-move': 'internal',
	'queue-resume': 'internal',
	cancel: 'internal',
	'run-command': 'internal',
	'end-command': 'internal',
	'share-command': 'internal',
	'add-memory': 'internal',
	answer: 'internal',
	'remove-rule': 'internal',
	'test-permission': 'internal',
	'answer-plan': 'internal',
	'answer-refusals': 'internal',
	'review-plan': 'internal',
	'set-mode': 'internal',
	'ask-again': 'internal',
	'set-agent-mode': 'internal',
	'set-config-option': 'internal',
	'new-session': 'internal',
	'clear-transcript': 'internal',
	'restart-agent': 'internal',
	'kill-agent': 'internal',
	undo: 'internal',
	redo: 'internal',
	'question-asked': 'internal',
	'rule-added': 'internal',
	'question-withdrawn': 'internal',
	'snapshot-failed': 'internal',
	'files-restored': 'internal',
	'restore-failed': 'internal',
};

/** The names of the events that scripts see. */
export const STREAM_EVENTS: readonly string[] = Object.entries(STREAM)
	.filter(([, shown]) => shown !== 'internal')
	.map(([type]) => type);

/** What scripts see of an event; null where that is nothing. */
export function streamEvent(event: AppEvent): object | null {
	return show(event, event.type);
}

function show<T extends EventType>(event: AppEvent, type: T): object | null {
	const shown: Shown<T> = STREAM[type];
	if (shown === 'internal') return null;
	return shown === 'whole' ? event : shown(event as EventOf<T>);
}
