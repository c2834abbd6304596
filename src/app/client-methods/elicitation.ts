import { defined } from '../../core/defined.js';
import type { ElicitationAnswer, ElicitationRequest } from '../../core/elicitation/elicitation.js';
import type { ActionRequest, PermissionOutcome } from '../../core/policy/policy-types.js';
import { formElicitation, urlElicitation } from '../../core/session/question.js';
import { toSignInAddress } from '../../core/sign-in/sign-in-address.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { agentName, type ClientContext, report } from './client-context.js';
import { askForm } from './form.js';

const CANCEL: ElicitationAnswer = { action: 'cancel' };
const MOST_MESSAGE = 10_000;
const MOST_SHOWN = 200;

/**
 * Asks the user something for the agent (`elicitation/create`). Never rejects: what cannot be asked is answered
 * `cancel` and noted in the transcript. Nothing is fetched or opened here: that is the user's own act.
 */
export async function elicit(
	client: ClientContext,
	request: ElicitationRequest,
	signal: AbortSignal,
): Promise<ElicitationAnswer> {
	const { scope, message, input } = request;
	const agent = agentName(client);
	if (client.isHeadless) {
		report(client, unaskable(agent), { decision: 'deny', because: 'nobody is there to answer' }, 'policy');
		return CANCEL;
	}
	// The session is over, or its turn was stopped: nobody is asked for it.
	const isStopped = client.store.getState().turn?.cancelledAt !== undefined;
	if (scope.type === 'session' && (isStopped || !client.sessions.isServed(scope.sessionId))) return CANCEL;
	if (input.mode === 'other') {
		const way = `${agent} asked for something in a way that acp-tui does not offer (${shown(input.word)})`;
		return refuse(client, `${way}; acp-tui answered that you cannot.`, message);
	}
	if (input.mode === 'form') return putForm(client, request, input, signal);
	const address = toSignInAddress(input.url);
	if (address === null)
		return refuse(
			client,
			`${agent} asked to open something that is not a web address; it was not opened.`,
			shown(input.url),
		);
	const { clock, ids } = client.ports;
	const outcome = await client.questions.put(
		urlElicitation({
			id: ids.next('question'),
			askedAt: clock.now(),
			agent,
			message: clip(message, MOST_MESSAGE),
			elicitationId: input.elicitationId,
			address,
			isOfRequest: scope.type === 'request',
			...(scope.type === 'session' ? placeOf(client, scope.sessionId, scope.toolCallId) : {}),
		}),
		signal,
	);
	return { action: actionOf(outcome) };
}

async function putForm(
	client: ClientContext,
	{ scope, message }: ElicitationRequest,
	{ form, isNonblocking }: Extract<ElicitationRequest['input'], { readonly mode: 'form' }>,
	signal: AbortSignal,
): Promise<ElicitationAnswer> {
	const { clock, ids } = client.ports;
	const { turn, connection } = client.store.getState();
	const agent = agentName(client);
	if ('because' in form) {
		const way = `${agent} asked you with a form that cannot be shown`;
		return refuse(client, `${way}; acp-tui answered that you cannot: the form ${form.because}.`, message);
	}
	const question = formElicitation({
		id: ids.next('question'),
		askedAt: clock.now(),
		agent,
		message: sanitizeText(clip(message, MOST_MESSAGE)),
		form,
		isOfRequest: scope.type === 'request',
		// Outside of a turn the form waits without blocking prompts.
		blocksTurn: isNonblocking !== true && (turn !== null || connection.phase !== 'ready'),
		...(scope.type === 'session' ? placeOf(client, scope.sessionId, scope.toolCallId) : {}),
	});
	return (await askForm(client, question, signal)) ?? CANCEL;
}

function shown(text: string): string {
	return clip(sanitizeLine(text), MOST_SHOWN);
}

function placeOf(
	client: ClientContext,
	sessionId: string,
	toolCallId: string | undefined,
): { readonly toolCallId?: string } & Pick<ActionRequest, 'otherSession' | 'subagentId'> {
	const open = client.store.getState().sessionId;
	// Agents may ask before they have answered `session/new`.
	if (open === null || open === sessionId) return defined({ toolCallId });
	const { otherSession, subagentId } = client.sessions.named(sessionId, unaskable(''));
	return defined({ otherSession, subagentId });
}

function unaskable(agent: string): ActionRequest {
	return { source: 'permission', kind: 'other', title: `${agent} asks for something`, paths: [], diffs: [] };
}

function refuse(client: ClientContext, title: string, detail: string): ElicitationAnswer {
	const words = clip(detail.trim(), MOST_MESSAGE);
	client.store.dispatch({ type: 'note', level: 'warning', title, ...(words === '' ? {} : { detail: words }) });
	return CANCEL;
}

function actionOf(outcome: PermissionOutcome): ElicitationAnswer['action'] {
	if (outcome.type !== 'selected') return 'cancel';
	switch (outcome.optionId) {
		case 'open':
		case 'go-on':
			return 'accept';
		case 'decline':
			return 'decline';
		default:
			return 'cancel';
	}
}
