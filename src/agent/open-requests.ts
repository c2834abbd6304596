import { isObject, objectOf, textOf } from './json.js';

/** Our requests to the agent that are under way, by their JSON-RPC ids: agents name them as the scope of what they ask. */
export type OpenRequests = {
	/** Sees each message that is sent. */
	sent(message: unknown): void;
	/** Sees each answer that came. */
	answered(message: unknown): void;
	/** Aborts when the request is answered or given up; null when none with this id is under way. */
	signalOf(id: string | number): AbortSignal | null;
	/** The session whose turn the request is; undefined where it is no prompt, or none with this id is under way. */
	sessionOf(id: string | number): string | undefined;
};

/** Makes the table. */
export function createOpenRequests(): OpenRequests {
	const open = new Map<string, { readonly controller: AbortController; readonly sessionId: string | undefined }>();

	function end(id: unknown): void {
		const key = keyOf(id);
		open.get(key)?.controller.abort();
		open.delete(key);
	}

	return {
		sent(message) {
			if (!isObject(message) || typeof message['method'] !== 'string') return;
			if (message['method'] === '$/cancel_request') {
				const { params } = message;
				if (isObject(params)) end(params['requestId']);
			} else if (message['id'] !== undefined) {
				const isPrompt = message['method'] === 'session/prompt';
				const sessionId = isPrompt ? textOf(objectOf(message['params'])['sessionId']) : undefined;
				open.set(keyOf(message['id']), { controller: new AbortController(), sessionId });
			}
		},
		answered(message) {
			if (isObject(message) && message['method'] === undefined) end(message['id']);
		},
		signalOf: (id) => open.get(keyOf(id))?.controller.signal ?? null,
		sessionOf: (id) => open.get(keyOf(id))?.sessionId,
	};
}

/** Some agents give a number back as text. */
function keyOf(id: unknown): string {
	return String(id);
}
