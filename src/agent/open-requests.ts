import { isObject, objectOf, textOf } from './json.js';

/** Open requests to the agent by JSON-RPC id: agents name them as the scope of an elicitation. */
export function createOpenRequests() {
	const open = new Map<string, { readonly controller: AbortController; readonly sessionId: string | undefined }>();

	function end(id: unknown): void {
		const key = keyOf(id);
		open.get(key)?.controller.abort();
		open.delete(key);
	}

	return {
		sent(message: unknown): void {
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
		answered(message: unknown): void {
			if (isObject(message) && message['method'] === undefined) end(message['id']);
		},
		/** Aborts when the request is answered or given up; null when none with this id is open. */
		signalOf: (id: string | number): AbortSignal | null => open.get(keyOf(id))?.controller.signal ?? null,
		/** Session of an open `session/prompt`; undefined for any other request. */
		sessionOf: (id: string | number): string | undefined => open.get(keyOf(id))?.sessionId,
	};
}

export type OpenRequests = ReturnType<typeof createOpenRequests>;

/** Some agents return a numeric id as text. */
function keyOf(id: unknown): string {
	return String(id);
}
