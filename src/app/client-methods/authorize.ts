import { decide } from '../../core/policy/decide.js';
import type { ActionRequest, Verdict } from '../../core/policy/types.js';
import { clientPermission } from '../../core/session/questions/question.js';
import { cannotAsk } from '../messages.js';
import type { Client } from './client.js';
import { decideNow, report, waysToAllow } from './decide-now.js';

/** What came of a request that has no options of its own. `isAsked`: it waited for the user, so the world may have changed. */
export type Authorization =
	| { readonly isOpen: true; readonly isAsked?: true }
	| { readonly isOpen: false; readonly verdict: Verdict };

/** What was allowed before for a file or terminal request. */
export type GrantFound = {
	/** This very thing was allowed in a permission request. */
	readonly isGranted: boolean;
	/** Why what was allowed there does not cover it, where it nearly does. */
	readonly because?: string;
	/** It is asked about even where the mode or a rule would let it through: the agent said something else before. */
	readonly isAskedAnew?: true;
};

/**
 * Decides about a file or terminal request and asks the user where the policy says so, with options of
 * ours.
 */
export async function authorize(
	client: Client,
	request: ActionRequest,
	grant: GrantFound,
	signal: AbortSignal,
): Promise<Authorization> {
	const authorization = await decideOrAsk(client, request, grant, signal);
	if (authorization.isOpen) client.allowances.add(request);
	return authorization;
}

async function decideOrAsk(
	client: Client,
	request: ActionRequest,
	grant: GrantFound,
	signal: AbortSignal,
): Promise<Authorization> {
	const verdict = anew(client, stopped(client, request) ?? decideNow(client, request), grant);
	if (verdict.decision === 'allow') {
		report(client, request, verdict, 'policy');
		return { isOpen: true };
	}
	if (verdict.decision === 'deny') {
		report(client, request, verdict, 'policy');
		return { isOpen: false, verdict };
	}
	if (grant.isGranted) {
		report(client, request, { decision: 'allow', because: 'you allowed this when the agent asked' }, 'user');
		return { isOpen: true };
	}
	return askUser(client, request, verdict, signal);
}

/** The verdict on what is not what was allowed: the user is asked, and is told why. */
function anew(client: Client, verdict: Verdict, { because, isAskedAnew }: GrantFound): Verdict {
	if (because === undefined || verdict.decision === 'deny') return verdict;
	if (verdict.decision === 'ask') return { ...verdict, because };
	if (isAskedAnew !== true || client.store.getState().mode.mode === 'bypassPermissions') return verdict;
	return client.isHeadless ? { decision: 'deny', because: cannotAsk(because) } : { decision: 'ask', because };
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
