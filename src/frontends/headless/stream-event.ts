import type { AppEvent } from '../../core/event.js';
import { shownSubagent } from './subagents.js';

type EventType = AppEvent['type'];
type EventOf<T extends EventType> = Extract<AppEvent, { readonly type: T }>;

type Shown<T extends EventType> = 'whole' | ((event: EventOf<T>) => object);

/**
 * Events of `--output-format stream-json`, documented in docs/scripting.md. Scripts rely on them: an event stays
 * internal until it is named here and there, and fields that are ours alone are left out.
 */
const STREAM: { readonly [T in EventType]?: Shown<T> } = {
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
	'subagents-changed': ({ type, subagents }) => ({ type, subagents: subagents.map(shownSubagent) }),
	'turn-changes': 'whole',
	'plan-tampering': 'whole',
	'turn-ended': 'whole',
	'turn-failed': 'whole',
	'agent-failed': 'whole',
	'agent-exited': 'whole',
	'effect-failed': 'whole',
};

export const STREAM_EVENTS: readonly string[] = Object.keys(STREAM);

/** Null for an internal event. */
function streamEvent(event: AppEvent): object | null {
	return show(event, event.type);
}

function show<T extends EventType>(event: AppEvent, type: T): object | null {
	const shown: Shown<T> | undefined = STREAM[type];
	if (shown === undefined) return null;
	return shown === 'whole' ? event : shown(event as EventOf<T>);
}

const MAX_STRING = 64 * 1024;
const MAX_ITEMS = 1000;
const MAX_DEPTH = 24;

/**
 * JSON line of an event, empty for an event that scripts do not see. What an agent can make arbitrarily large is cut
 * and says so; text of messages is whole.
 */
export function eventLine(event: AppEvent, at: number): string {
	const shown = streamEvent(event);
	if (shown === null) return '';
	return jsonLine({ ...(event.type === 'text' ? shown : (bound(shown, 0) as object)), at });
}

export function jsonLine(value: unknown): string {
	const escapeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	return `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, escapeUnit)}\n`;
}

function bound(value: unknown, depth: number): unknown {
	if (typeof value === 'string') return cut(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= MAX_DEPTH) return '… (deeper than can be shown)';
	if (Array.isArray(value)) {
		const items = value.slice(0, MAX_ITEMS).map((item) => bound(item, depth + 1));
		return value.length > MAX_ITEMS ? [...items, `… (${value.length - MAX_ITEMS} more)`] : items;
	}
	const entries = Object.entries(value).slice(0, MAX_ITEMS);
	return Object.fromEntries(entries.map(([key, item]) => [key, bound(item, depth + 1)]));
}

function cut(text: string): string {
	if (text.length <= MAX_STRING) return text;
	return `${text.slice(0, MAX_STRING)}… (${text.length - MAX_STRING} more characters)`;
}
