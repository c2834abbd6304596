import type { ClientFeatures } from '../../core/agent-info.js';
import type { AgentHost } from '../../core/agent-port.js';
import { limits } from '../../core/limits.js';
import type { OpenRequests } from '../open-requests.js';
import type { Translator } from '../translate/translator.js';
import { type Answer, answerFailure, invalidParams, type Serve } from './answer.js';
import { serveElicitation } from './elicitation.js';
import { serveRead, serveWrite } from './files.js';
import { servePermission } from './permission.js';
import { BadParams } from './read-params.js';
import { serveTerminals } from './terminals.js';

export type Served = {
	readonly host: AgentHost;
	readonly features: ClientFeatures;
	translatorOf(sessionId: string): Translator;
	readonly openRequests: Pick<OpenRequests, 'signalOf' | 'sessionOf'>;
};

/** Methods that the agent may call. One that is switched off is absent, so it is answered -32601. */
export function servedMethods(served: Served): ReadonlyMap<string, Serve> {
	const { host, features, translatorOf, openRequests } = served;
	const methods: Record<string, Serve> = {
		'session/request_permission': servePermission(host, translatorOf),
		// Served even if not announced: the answer is `cancel` then.
		'elicitation/create': serveElicitation(host, features.elicitation ?? { form: false, url: false }, openRequests),
	};
	if (features.files) {
		methods['fs/read_text_file'] = serveRead(host);
		methods['fs/write_text_file'] = serveWrite(host);
	}
	if (features.terminals) Object.assign(methods, serveTerminals(host));
	const room = boundedRoom();
	return new Map(Object.entries(methods).map(([method, serve]) => [method, room(safely(method, serve))]));
}

/** Bounds the open requests over all methods; those beyond the limit are refused at once. */
function boundedRoom(): (serve: Serve) => Serve {
	let underWay = 0;
	return (serve) => async (params, signal) => {
		if (underWay >= limits.requests) {
			const message = `More than ${limits.requests} requests are under way: wait for their answers.`;
			return answerFailure({ code: 'internal', message });
		}
		underWay += 1;
		try {
			return await serve(params, signal);
		} finally {
			underWay -= 1;
		}
	};
}

/** Answers a thrown error with a sentence, never a stack. */
function safely(method: string, serve: Serve): Serve {
	return async (params, signal): Promise<Answer> => {
		try {
			return await serve(params, signal);
		} catch (error) {
			if (error instanceof BadParams) return invalidParams(error.message);
			if (signal.aborted) return answerFailure({ code: 'cancelled', message: `${method} was cancelled.` });
			return answerFailure({ code: 'internal', message: `${method} failed inside the client.` });
		}
	};
}
