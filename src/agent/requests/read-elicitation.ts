import type { AgentHost } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import type { ElicitationAnswer, ElicitationFeatures, ElicitationRequest } from '../../core/elicitation/elicitation.js';
import { type FormMarks, readForm } from '../../core/elicitation/read-form.js';
import { type JsonObject, objectOf, textOf } from '../json.js';
import type { OpenRequests } from '../open-requests.js';
import { hideFields } from '../sign-in/without-key.js';
import { aborted } from '../within.js';
import type { Serve } from './answer-request.js';
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
			// Where nobody can be asked, the answer is "cancel".
			host.elicit(request, until).catch(() => CANCEL),
			aborted(until).then(() => CANCEL),
		]);
		hideSecrets(request, answer);
		return { ok: true, result: answer };
	};
}

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
		return { mode, form, ...(isNonblocking(value) ? { isNonblocking: true } : {}) };
	}
	if (mode !== 'url' || !features.url) return { mode: 'other', word: mode };
	const elicitationId = params.text('elicitationId');
	if (elicitationId.length > MOST_ID) throw new BadParams(`${METHOD}: "elicitationId" is too long.`);
	return { mode, elicitationId, url: params.text('url') };
}

export function completedElicitation(message: Readonly<Record<string, unknown>>): string | undefined {
	if (message['method'] !== 'elicitation/complete') return undefined;
	return textOf(objectOf(message['params'])['elicitationId']);
}

/** Codex's option for an answer in the note field. */
const CODEX_OTHER = 'None of the above';

/** Extensions of single agents; a form can be asked without them. */
export const FORM_MARKS: FormMarks = {
	// Claude: what an option of AskUserQuestion would look like.
	previewOf: (option) => textOf(objectOf(objectOf(option['_meta'])['_claude/askUserQuestionOption'])['preview']),
	companionOf: (name, property, before) => {
		const codex = objectOf(objectOf(property['_meta'])['codex']);
		const noted = before.find((choice) => choice.name === codex['questionId']);
		if (codex['role'] === 'user_note' && noted !== undefined) {
			const hasOther = 'options' in noted.input && noted.input.options.some(({ value }) => value === CODEX_OTHER);
			return { noteOf: noted.name, ...(hasOther ? { otherOption: CODEX_OTHER } : {}) };
		}
		const [, base, suffix] = /^(.+)_(custom|other|note)\d*$/.exec(name.slice(0, 1000)) ?? [];
		if (base === undefined || !before.some((choice) => choice.name === base)) return {};
		return suffix === 'note' ? { noteOf: base } : { otherOf: base };
	},
	// Codex: the answer is not to be seen.
	isSecret: (property) => objectOf(objectOf(property['_meta'])['codex'])['isSecret'] === true,
};

/** Codex does not wait for such a question: it takes the answer as long as its turn runs. */
function isNonblocking(params: Readonly<Record<string, unknown>>): boolean {
	return objectOf(objectOf(params['_meta'])['codex'])['delivery'] === 'async';
}
