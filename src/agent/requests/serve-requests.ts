import type { ClientFeatures } from '../../core/agent-info.js';
import type { AgentHost } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import { limits } from '../../core/limits.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { isObject, textOf } from '../json.js';
import type { OpenRequests } from '../open-requests.js';
import type { Translator } from '../translate/translator.js';
import { aborted } from '../within.js';
import { type Answer, answerFailure, answerWith, invalidParams, type Serve } from './answer-request.js';
import { serveElicitation } from './read-elicitation.js';
import { BadParams, readParams } from './read-params.js';

type Served = {
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

function serveRead(host: AgentHost): Serve {
	return async (value, signal) => {
		const params = readParams('fs/read_text_file', value);
		const line = params.optionalCount('line');
		const request = defined({
			sessionId: params.text('sessionId'),
			path: params.text('path'),
			// Lines count from 1; some agents count from 0.
			line: line === undefined ? undefined : Math.max(1, line),
			limit: params.optionalCount('limit'),
		});
		return answerWith(await host.readTextFile(request, signal), (content) => ({ content }));
	};
}

function serveWrite(host: AgentHost): Serve {
	return async (value, signal) => {
		const params = readParams('fs/write_text_file', value);
		const request = {
			sessionId: params.text('sessionId'),
			path: params.text('path'),
			content: params.content('content'),
		};
		return answerWith(await host.writeTextFile(request, signal), () => ({}));
	};
}

/** Serves `session/request_permission`. A withdrawn request is answered `cancelled`. */
function servePermission(host: AgentHost, translatorOf: (sessionId: string) => Translator): Serve {
	return async (params, signal) => {
		const sessionId = isObject(params) ? textOf(params['sessionId']) : undefined;
		if (!isObject(params) || sessionId === undefined)
			return invalidParams('session/request_permission needs a sessionId.');
		const { request, events } = translatorOf(sessionId).permission(params);
		if (events.length > 0) host.onEvents(sessionId, events);
		if (!request.ok) return answerFailure(request.failure);
		const cancelled = { type: 'cancelled' } as const;
		// Where nobody can be asked, nothing is allowed.
		const asked = host.requestPermission(request.value, signal).catch(() => cancelled);
		const outcome = await Promise.race([asked, aborted(signal).then(() => cancelled)]);
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

function serveTerminals(host: AgentHost): Readonly<Record<string, Serve>> {
	return {
		'terminal/create': async (value, signal) => {
			const params = readParams('terminal/create', value);
			const request = defined({
				sessionId: params.text('sessionId'),
				command: params.text('command'),
				args: params.words('args'),
				env: params.variables('env'),
				cwd: params.optionalText('cwd'),
				outputByteLimit: params.optionalCount('outputByteLimit'),
			});
			return answerWith(await host.createTerminal(request, signal), ({ terminalId }) => ({ terminalId }));
		},
		'terminal/output': async (value) => {
			const [sessionId, terminalId] = idsOf('terminal/output', value);
			const outcome = await host.terminalOutput(sessionId, terminalId);
			return answerWith(outcome, ({ output, truncated, exit }) =>
				exit === undefined ? { output, truncated } : { output, truncated, exitStatus: toWireExit(exit) },
			);
		},
		'terminal/wait_for_exit': async (value, signal) => {
			const [sessionId, terminalId] = idsOf('terminal/wait_for_exit', value);
			return answerWith(await host.waitForTerminalExit(sessionId, terminalId, signal), toWireExit);
		},
		'terminal/kill': async (value) => {
			const [sessionId, terminalId] = idsOf('terminal/kill', value);
			return answerWith(await host.killTerminal(sessionId, terminalId), () => ({}));
		},
		'terminal/release': async (value) => {
			const [sessionId, terminalId] = idsOf('terminal/release', value);
			return answerWith(await host.releaseTerminal(sessionId, terminalId), () => ({}));
		},
	};
}

function idsOf(method: string, value: unknown): [sessionId: string, terminalId: string] {
	const params = readParams(method, value);
	return [params.text('sessionId'), params.text('terminalId')];
}

function toWireExit({ code, signal }: ExitStatus): Readonly<Record<string, unknown>> {
	return { exitCode: code, signal };
}
