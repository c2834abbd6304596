import type { ChosenText } from '../../core/chosen-text.js';
import { defined } from '../../core/defined.js';
import { decide } from '../../core/policy/decide.js';
import { mayRunInLayer } from '../../core/policy/in-layer.js';
import { BECAUSE } from '../../core/policy/policy-messages.js';
import type { ActionRequest, Verdict } from '../../core/policy/policy-types.js';
import { clientPermission } from '../../core/session/question.js';
import { cannotAsk } from '../app-messages.js';
import { FROM_HOOK, type HookVerdict, isAsking, stricter } from '../hooks/hooks.js';
import { type ClientContext, contextNow, decideNow, openRepository, report, waysToAllow } from './client-context.js';

/**
 * Decision on a request without options of its own. `isLate`: the user or a hook was asked, so the world may have changed.
 * `isInLayer`: a command that may change only the layer over the workspace.
 */
export type Authorization =
	| {
			readonly isOpen: true;
			readonly isLate?: true;
			readonly isInLayer?: true;
			/** The user took a part of the change alone. */
			readonly chosen?: readonly ChosenText[];
	  }
	| { readonly isOpen: false; readonly verdict: Verdict; readonly chosen?: readonly ChosenText[] };

export type GrantFound = {
	readonly isGranted: boolean;
	/** Hooks were asked when the agent asked. */
	readonly wasHooked?: boolean;
	/** Why a similar grant does not cover it. */
	readonly because?: string;
	/** A command that is not allowed may run in the layer over the workspace. */
	readonly mayUseLayer?: true;
	/** Asks even if mode or rule would allow it: the agent said something else before. */
	readonly isAskedAnew?: true;
};

/** Decides about a file or terminal request by the policy, asking the user with options of ours. */
export async function authorize(
	client: ClientContext,
	request: ActionRequest,
	grant: GrantFound,
	signal: AbortSignal,
): Promise<Authorization> {
	const hooked = await askHooks(client, request, grant, signal);
	const isPassed = hooked === null || hooked === 'passed';
	if (isPassed && (await runsInLayer(client, request, grant))) {
		// Its changes are decided about afterwards.
		return { isOpen: true, isInLayer: true };
	}
	const authorization = await decideOrAsk(client, request, { ...grant, hooked }, signal);
	if (!authorization.isOpen) return authorization;
	client.allowances.add(request);
	return hooked === null ? authorization : { ...authorization, isLate: true };
}

/** Hooks were asked already about what was granted. */
async function askHooks(
	client: ClientContext,
	request: ActionRequest,
	{ isGranted, wasHooked = isGranted }: GrantFound,
	signal: AbortSignal,
): Promise<HookVerdict | null> {
	if (wasHooked || client.store.getState().hooks.length === 0) return null;
	const verdict = stopped(client, request) ?? decide(request, contextNow(client));
	return client.hooks.judge(request, verdict, signal);
}

/** A command with a grant, or in doubt because of one, is asked about directly. */
async function runsInLayer(
	client: ClientContext,
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
	client: ClientContext,
	request: ActionRequest,
	grant: GrantFound & { readonly hooked: HookVerdict | null },
	signal: AbortSignal,
): Promise<Authorization> {
	const decided = anew(client, stopped(client, request) ?? decideNow(client, request), grant);
	const verdict = stricter(decided, grant.hooked);
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
	const ways = isAsking(grant.hooked) ? FROM_HOOK : waysToAllow(client, request);
	return askUser(client, request, { ...ways, because: verdict.because }, signal);
}

/** Asks about a deviation from what was allowed, and says why. */
function anew(client: ClientContext, verdict: Verdict, { because, isAskedAnew }: GrantFound): Verdict {
	if (because === undefined || verdict.decision === 'deny') return verdict;
	if (verdict.decision === 'ask') return { ...verdict, because };
	if (isAskedAnew !== true || client.store.getState().mode.mode === 'bypassPermissions') return verdict;
	// Changes that are applied later are reviewed then.
	if (verdict.because === BECAUSE.heldInShadow) return verdict;
	return client.isHeadless ? { decision: 'deny', because: cannotAsk(because) } : { decision: 'ask', because };
}

/** After the user stopped the turn, the agent may look but change nothing more. */
function stopped(client: ClientContext, request: ActionRequest): Verdict | null {
	if (request.source === 'fs-read' || client.store.getState().turn?.cancelledAt === undefined) return null;
	return { decision: 'deny', because: 'the user stopped this turn' };
}

async function askUser(
	client: ClientContext,
	request: ActionRequest,
	asked: ReturnType<typeof waysToAllow> & Pick<Verdict, 'because'>,
	signal: AbortSignal,
): Promise<Authorization> {
	const outcome = await client.questions.put(
		clientPermission({
			id: client.ports.ids.next('question'),
			request,
			...asked,
			toolCallId: request.toolCallId,
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
			return { isOpen: true, isLate: true, ...part };
		}
		report(client, request, now, 'policy');
		return { isOpen: false, verdict: now };
	}
	const because = chosen === 'reject' ? 'the user rejected it' : 'the question was dismissed';
	return { isOpen: false, verdict: { decision: 'deny', because }, ...part };
}
