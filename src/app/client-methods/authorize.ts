import { defined } from '../../core/defined.js';
import type { ChosenText } from '../../core/edits/chosen-text.js';
import { decide } from '../../core/policy/decide.js';
import { mayRunInLayer } from '../../core/policy/in-layer.js';
import { BECAUSE } from '../../core/policy/policy-messages.js';
import type { ActionRequest, Verdict } from '../../core/policy/types.js';
import { clientPermission } from '../../core/session/question.js';
import { cannotAsk } from '../app-messages.js';
import type { Client } from './client.js';
import { contextNow, decideNow, openRepository, report, waysToAllow } from './decide-now.js';

/**
 * Decision on a request without options of its own. `isAsked`: the user was asked, so the world may have changed.
 * `isInLayer`: a command that may change only the layer over the workspace.
 */
export type Authorization =
	| {
			readonly isOpen: true;
			readonly isAsked?: true;
			readonly isInLayer?: true;
			/** The user took a part of the change alone. */
			readonly chosen?: readonly ChosenText[];
	  }
	| { readonly isOpen: false; readonly verdict: Verdict; readonly chosen?: readonly ChosenText[] };

export type GrantFound = {
	readonly isGranted: boolean;
	/** Why a similar grant does not cover it. */
	readonly because?: string;
	/** A command that is not allowed may run in the layer over the workspace. */
	readonly mayUseLayer?: true;
	/** Asks even if mode or rule would allow it: the agent said something else before. */
	readonly isAskedAnew?: true;
};

/** Decides about a file or terminal request by the policy, asking the user with options of ours. */
export async function authorize(
	client: Client,
	request: ActionRequest,
	grant: GrantFound,
	signal: AbortSignal,
): Promise<Authorization> {
	if (await runsInLayer(client, request, grant)) {
		// Its changes are decided about afterwards.
		return { isOpen: true, isInLayer: true };
	}
	const authorization = await decideOrAsk(client, request, grant, signal);
	if (authorization.isOpen) client.allowances.add(request);
	return authorization;
}

/** A command with a grant, or in doubt because of one, is asked about directly. */
async function runsInLayer(
	client: Client,
	request: ActionRequest,
	{ isGranted, because, mayUseLayer }: GrantFound,
): Promise<boolean> {
	const { turn, profile } = client.store.getState();
	if (mayUseLayer !== true || isGranted || because !== undefined || profile.sandbox === 'shadow') return false;
	if (turn === null || turn.cancelledAt !== undefined) return false;
	if (!mayRunInLayer(request, contextNow(client))) return false;
	return (await client.ports.commandLayer?.isAvailable()) === true;
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

/** Asks about a deviation from what was allowed, and says why. */
function anew(client: Client, verdict: Verdict, { because, isAskedAnew }: GrantFound): Verdict {
	if (because === undefined || verdict.decision === 'deny') return verdict;
	if (verdict.decision === 'ask') return { ...verdict, because };
	if (isAskedAnew !== true || client.store.getState().mode.mode === 'bypassPermissions') return verdict;
	// What is applied later is reviewed then.
	if (verdict.because === BECAUSE.heldInShadow) return verdict;
	return client.isHeadless ? { decision: 'deny', because: cannotAsk(because) } : { decision: 'ask', because };
}

/** After the user stopped the turn, the agent may look but change nothing more. */
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
	const part = defined({ chosen: outcome.type === 'selected' ? outcome.chosen : undefined });
	if (chosen === 'allow') {
		// A question from before plan mode or a stop opens nothing.
		const now = stopped(client, request) ?? decide(request, contextNow(client));
		if (now.decision !== 'deny') {
			openRepository(client, request);
			return { isOpen: true, isAsked: true, ...part };
		}
		report(client, request, now, 'policy');
		return { isOpen: false, verdict: now };
	}
	const because = chosen === 'reject' ? 'the user rejected it' : 'the question was dismissed';
	return { isOpen: false, verdict: { decision: 'deny', because }, ...part };
}
