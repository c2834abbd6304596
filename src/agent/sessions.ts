import type { AgentEvent } from '../core/agent-event.js';
import { NOTIFICATION } from '../core/agent-info.js';
import type { AgentHost } from '../core/agent-port.js';
import { setNewest } from '../core/newest.js';
import { type JsonObject, objectOf, textOf } from './json.js';
import { unknownEvent } from './translate/faults.js';
import { createTranslator, type Translator } from './translate/translator.js';

/** Translators that are remembered: sub-agents have sessions of their own. */
const MOST_SESSIONS = 64;

/** Notifications of vendors and extensions, which are not shown. */
const OF_VENDORS = /^[_$]|^auth\/|\/notify\/|^elicitation\/complete$/;

/** Qwen Code proposes the next prompt so (`qwen/notify/session/prompt-suggestion`). */
const SUGGESTS = /\/prompt-suggestion$/;
const MOST_SUGGESTED = 2000;

/** Methods that are logged as ignored, and characters of a name. */
const MOST_IGNORED = 100;
const MOST_METHOD = 100;

export function createSessions(host: AgentHost) {
	const translators = new Map<string, Translator>();
	let waiting: AgentEvent[] = [];
	let current = '';
	const ignored = new Set<string>();

	function translatorOf(sessionId: string): Translator {
		const known = translators.get(sessionId);
		const found = known ?? createTranslator();
		// Least recently used first: ids that an agent makes up do not pile up.
		setNewest(translators, sessionId, found, MOST_SESSIONS);
		return found;
	}

	function flush(): void {
		if (waiting.length === 0) return;
		const events = waiting;
		waiting = [];
		try {
			host.onEvents(current, events);
		} catch (error) {
			// An error of ours must be reported, but must not stop reading.
			queueMicrotask(() => {
				throw error;
			});
		}
	}

	/** Each method is logged once; those of vendors, which the protocol asks to ignore, are not shown. */
	function takeUnknown(method: string, sessionId: string, message: JsonObject): void {
		if (ignored.size >= MOST_IGNORED || ignored.has(method)) return;
		ignored.add(method);
		host.onIgnored(method.slice(0, MOST_METHOD));
		if (!OF_VENDORS.test(method)) add(sessionId, [unknownEvent(`${NOTIFICATION} "${method.slice(0, 60)}"`, message)]);
	}

	function add(sessionId: string, events: readonly AgentEvent[]): void {
		if (sessionId !== current) flush();
		current = sessionId;
		for (const event of events) {
			const last = waiting.at(-1);
			const joined = last === undefined ? null : join(last, event);
			if (joined === null) waiting.push(event);
			else waiting[waiting.length - 1] = joined;
		}
	}

	return {
		translatorOf,
		notify(message: JsonObject): void {
			const method = String(message['method']);
			const params = objectOf(message['params']);
			const sessionId = textOf(params['sessionId']);
			const suggested = SUGGESTS.test(method) ? textOf(params['suggestion']) : undefined;
			if (suggested !== undefined && suggested.length <= MOST_SUGGESTED)
				add(sessionId ?? current, [{ type: 'prompt-suggested', text: suggested }]);
			else if (method !== 'session/update') takeUnknown(method, sessionId ?? current, message);
			else if (sessionId === undefined) add(current, [unknownEvent('session/update without sessionId', message)]);
			else add(sessionId, translatorOf(sessionId).update(params['update']));
		},
		reportUnknown: (label: string, message: JsonObject): void => add(current, [unknownEvent(label, message)]),
		flush,
	};
}

export type Sessions = ReturnType<typeof createSessions>;

function join(last: AgentEvent, next: AgentEvent): AgentEvent | null {
	if (last.type !== 'text' || next.type !== 'text') return null;
	if (last.role !== next.role || last.messageId !== next.messageId || last.parentId !== next.parentId) return null;
	return { ...last, text: last.text + next.text };
}
