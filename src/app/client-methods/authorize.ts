import { decide } from '../../core/policy/decide.js';
import type { ActionRequest, Verdict } from '../../core/policy/types.js';
import { clientPermission } from '../../core/session/questions/question.js';
import type { Client } from './client.js';
import { decideNow, report, waysToAllow } from './decide-now.js';

/** What came of a request that has no options of its own. `isAsked`: it waited for the user, so the world may have changed. */
export type Authorization =
	| { readonly isOpen: true; readonly isAsked?: true }
	| { readonly isOpen: false; readonly verdict: Verdict };

/**
 * Decides about a file or terminal request and asks the user where the policy says so, with options of
 * ours. `isGranted` says that the user allowed this very thing in a permission request.
 */
export async function authorize(
	client: Client,
	request: ActionRequest,
	isGranted: () => boolean,
	signal: AbortSignal,
): Promise<Authorization> {
	const authorization = await decideOrAsk(client, request, isGranted, signal);
	if (authorization.isOpen) client.allowances.add(request);
	return authorization;
}

async function decideOrAsk(
	client: Client,
	request: ActionRequest,
	isGranted: () => boolean,
	signal: AbortSignal,
): Promise<Authorization> {
	const verdict = stopped(client, request) ?? decideNow(client, request);
	if (verdict.decision === 'allow') {
		report(client, request, verdict, 'policy');
		return { isOpen: true };
	}
	if (verdict.decision === 'deny') {
		report(client, request, verdict, 'policy');
		return { isOpen: false, verdict };
	}
	if (isGranted()) {
		report(client, request, { decision: 'allow', because: 'you allowed this when the agent asked' }, 'user');
		return { isOpen: true };
	}
	return askUser(client, request, verdict, signal);
}

/** After the user stopped the turn, the agent may still look at things, but it changes nothing more. */
function stopped(client: Client, request: ActionRequest): Verdict | null {
	if (request.source === 'fs-read' || client.store.getState().turn?.cancelledAt === undefined) return null;
	return { decision: 'deny', because: 'the user stopped this turn' };
}

async function askUser(
	client: Client,
	request: ActionRequest,
	verdict: Verdict,
	signal: AbortSignal,
): Promise<Authorization> {
	const outcome = await client.questions.put(
		clientPermission({
			id: client.ports.ids.next('question'),
			request,
			...waysToAllow(client, request),
			toolCallId: request.toolCallId,
			because: verdict.because,
			askedAt: client.ports.clock.now(),
		}),
		signal,
	);
	const chosen = outcome.type === 'selected' ? outcome.optionId : 'cancelled';
	if (chosen === 'allow') {
		// What was put before plan mode came on, or before a stop, does not open it.
		const now =
			stopped(client, request) ?? decide(request, { mode: client.store.getState().mode.mode, rules: client.rules() });
		if (now.decision !== 'deny') return { isOpen: true, isAsked: true };
		report(client, request, now, 'policy');
		return { isOpen: false, verdict: now };
	}
	const because = chosen === 'reject' ? 'the user rejected it' : 'the question was dismissed';
	return { isOpen: false, verdict: { decision: 'deny', because } };
}
