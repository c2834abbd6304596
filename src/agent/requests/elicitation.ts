import type { AgentHost } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import type { ElicitationAnswer, ElicitationFeatures, ElicitationRequest } from '../../core/elicitation/elicitation.js';
import { readForm } from '../../core/elicitation/read-form.js';
import { type JsonObject, objectOf, textOf } from '../json.js';
import type { OpenRequests } from '../open-requests.js';
import { hideFields } from '../sign-in/without-key.js';
import { FORM_MARKS, isAskedBeside } from '../translate/form-marks.js';
import type { Serve } from './answer.js';
import { BadParams, type Params, readParams } from './read-params.js';

const METHOD = 'elicitation/create';
const CANCEL: ElicitationAnswer = { action: 'cancel' };
const MOST_ID = 1000;

/** Serves `elicitation/create`. A request that was withdrawn, or belongs to one that is over, is answered `cancel`. */
export function serveElicitation(
	host: Pick<AgentHost, 'elicit'>,
	features: ElicitationFeatures,
	requests: Pick<OpenRequests, 'signalOf' | 'sessionOf'>,
): Serve {
	return async (value, signal) => {
		const params = readParams(METHOD, value);
		const requestId = objectOf(value)['requestId'];
		const isOfRequest = typeof requestId === 'string' || typeof requestId === 'number';
		const ofRequest = isOfRequest ? requests.signalOf(requestId) : signal;
		const request: ElicitationRequest = {
			scope: isOfRequest
				? { type: 'request', ...defined({ sessionId: requests.sessionOf(requestId) }) }
				: sessionScope(params),
			message: params.optionalText('message') ?? '',
			input: readInput(params, objectOf(value), features),
		};
		if (ofRequest === null) return { ok: true, result: CANCEL };
		const until = AbortSignal.any([signal, ofRequest]);
		const answer = await Promise.race([
			// Nobody who could be asked means nobody who agreed.
			host.elicit(request, until).catch(() => CANCEL),
			aborted(until).then(() => CANCEL),
		]);
		hideSecrets(request, answer);
		return { ok: true, result: answer };
	};
}

/** Secrets of a form go to the agent, never into a log. */
function hideSecrets({ input }: ElicitationRequest, answer: ElicitationAnswer): void {
	if (input.mode !== 'form' || 'because' in input.form || !('content' in answer) || answer.content === undefined)
		return;
	const secrets = input.form.fields.filter(({ secretWord }) => secretWord !== undefined);
	if (secrets.length > 0)
		hideFields(
			answer.content,
			secrets.map(({ name }) => name),
		);
}

function sessionScope(params: Params): ElicitationRequest['scope'] {
	const sessionId = params.optionalText('sessionId') ?? '';
	if (sessionId === '') throw new BadParams(`${METHOD} needs a "sessionId" or a "requestId".`);
	return { type: 'session', sessionId, ...defined({ toolCallId: params.optionalText('toolCallId') }) };
}

function readInput(params: Params, value: JsonObject, features: ElicitationFeatures): ElicitationRequest['input'] {
	const mode = params.text('mode');
	if (mode === 'form' && features.form) {
		const form = readForm(value['requestedSchema'], FORM_MARKS);
		return { mode, form, ...(isAskedBeside(value) ? { isBeside: true } : {}) };
	}
	if (mode !== 'url' || !features.url) return { mode: 'other', word: mode };
	const elicitationId = params.text('elicitationId');
	if (elicitationId.length > MOST_ID) throw new BadParams(`${METHOD}: "elicitationId" is too long.`);
	return { mode, elicitationId, url: params.text('url') };
}

function aborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => resolve(), { once: true });
	});
}

/** Id in an `elicitation/complete` notification; undefined for every other message. */
export function completedElicitation(message: Readonly<Record<string, unknown>>): string | undefined {
	if (message['method'] !== 'elicitation/complete') return undefined;
	return textOf(objectOf(message['params'])['elicitationId']);
}
