import type { AgentHost } from '../../core/agent-port.js';
import { isObject, textOf } from '../json.js';
import type { Translator } from '../translate/translator.js';
import { answerFailure, invalidParams, type Serve } from './answer.js';

/** Serves `session/request_permission`. A withdrawn request is answered `cancelled`. */
export function servePermission(host: AgentHost, translatorOf: (sessionId: string) => Translator): Serve {
	return async (params, signal) => {
		const sessionId = isObject(params) ? textOf(params['sessionId']) : undefined;
		if (!isObject(params) || sessionId === undefined)
			return invalidParams('session/request_permission needs a sessionId.');
		const { request, events } = translatorOf(sessionId).permission(params);
		if (events.length > 0) host.onEvents(sessionId, events);
		if (!request.ok) return answerFailure(request.failure);
		const cancelled = { type: 'cancelled' } as const;
		const withdrawn = new Promise<typeof cancelled>((resolve) => {
			if (signal.aborted) resolve(cancelled);
			signal.addEventListener('abort', () => resolve(cancelled), { once: true });
		});
		// Nobody who could be asked means nobody who allowed it.
		const asked = host.requestPermission(request.value, signal).catch(() => cancelled);
		const outcome = await Promise.race([asked, withdrawn]);
		return {
			ok: true,
			result: {
				outcome:
					outcome.type === 'selected' ? { outcome: 'selected', optionId: outcome.optionId } : { outcome: 'cancelled' },
				...(outcome.type === 'selected' && outcome.answers !== undefined ? { answers: outcome.answers } : {}),
			},
		};
	};
}
