import { defined } from '../../core/defined.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import { alwaysRules } from '../../core/policy/always.js';
import { chooseOption, withOwnId } from '../../core/policy/choose-option.js';
import { refusesAll } from '../../core/policy/own-mode.js';
import { BECAUSE } from '../../core/policy/policy-messages.js';
import type { ActionRequest, OptionKind, PermissionOutcome, Verdict } from '../../core/policy/policy-types.js';
import { findCall } from '../../core/session/entries/entry-list.js';
import { agentPermission, agentPlanReview } from '../../core/session/question.js';
import type { ToolStatus } from '../../core/tool-call.js';
import { cannotAsk, FILE_CHANGED_MEANWHILE } from '../app-messages.js';
import { withFilesNow } from '../current-texts.js';
import { FROM_HOOK, isAsking, stricter } from '../hooks/hooks.js';
import { askQuestions, onlyAsks, rejection } from './agent-questions.js';
import { type ClientContext, decideNow, openRepository, realWorkspace, report, waysToAllow } from './client-context.js';
import { type Followed, followRequest } from './follow-request.js';
import { deniedByRule, isPlanAlone, planFile, planIn, planToReview, withPlanFile } from './plan-text.js';

const CANCELLED: PermissionOutcome = { type: 'cancelled' };

type Pending = {
	readonly client: ClientContext;
	readonly request: PermissionRequest;
	readonly followed: Followed;
	readonly isFromHook?: boolean;
	readonly signal: AbortSignal;
};

/** `session/request_permission`; settles with one of the agent's options, or `cancelled`. */
export async function requestPermission(
	client: ClientContext,
	request: PermissionRequest,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	if (!client.sessions.isServed(request.sessionId) || isOfEndedCall(client, request)) return CANCELLED;
	const followed = followRequest(client, request);
	const ended = watchEnd(client, request);
	try {
		// Some agents announce a tool call by its permission request alone.
		client.store.dispatch({ type: 'tool', patch: request.patch });
		return await decideOn({ client, request, followed, signal: AbortSignal.any([signal, ended.signal]) });
	} catch (error) {
		client.ports.log.write('error', 'a permission request was not decided about', { error });
		return CANCELLED;
	} finally {
		followed.stop();
		ended.stop();
	}
}

/**
 * Asks about a call that the agent ended itself, after the turn: OpenCode goes on to ask about calls that fell with a
 * rejected one. An answer would set the card back to running for good.
 */
function isOfEndedCall({ store }: ClientContext, { patch }: PermissionRequest): boolean {
	const state = store.getState();
	return state.turn === null && isEnded(findCall(state, patch.id)?.status);
}

/** Aborts when the agent says that the call of a request has ended: nobody waits for an answer any more. */
function watchEnd({ store }: ClientContext, { patch }: PermissionRequest) {
	const controller = new AbortController();
	const stop = store.onEvent((event) => {
		const isOfCall = event.type === 'tool' && event.patch.id === patch.id && event.patch !== patch;
		if (isOfCall && isEnded(event.patch.status)) controller.abort();
	});
	return { signal: controller.signal, stop };
}

function isEnded(status: ToolStatus | undefined): boolean {
	return status === 'completed' || status === 'failed';
}

async function decideOn(pending: Pending): Promise<PermissionOutcome> {
	const { client, request, followed } = pending;
	let action = await followed.gather();
	while (!followed.isCurrent()) action = await followed.gather();
	if (isOver(pending)) return CANCELLED;
	const state = client.store.getState();
	const { questions } = request;
	if (questions?.isAlone === true && onlyAsks(action) && !refusesAll(client.rules()))
		return askQuestions({ ...pending, action }, questions);
	const isInPlan = state.mode.mode === 'plan';
	const isPlan = (request.isExitPlan || (request.holdsPlan === true && isInPlan)) && isPlanAlone(action, request);
	const denied = isPlan ? deniedByRule(client, action) : null;
	if (isPlan && isInPlan && denied === null) return reviewPlan(pending, action);
	const judged = (): Verdict => denied ?? unlessUnseen(client, request, isPlan, decideNow(client, action));
	const first = judged();
	const asked = client.hooks.judge(action, first, pending.signal);
	const hooked = asked === null ? null : await asked;
	if (hooked !== null && isOver(pending)) return CANCELLED;
	// The agent changed the request while a hook looked at it.
	if (hooked !== null && !followed.isCurrent()) return decideOn(pending);
	const verdict = hooked === null ? first : stricter(judged(), hooked);
	// The user sees a plan before approving it in every mode; a script that bypasses permissions approves it unseen.
	if (isPlan && verdict.decision !== 'deny' && !client.isHeadless) return reviewPlan(pending, action);
	switch (verdict.decision) {
		case 'allow':
			return allow(pending, action, verdict);
		case 'deny':
			report(client, action, verdict, 'policy');
			return rejection(request);
		case 'ask':
			return ask({ ...pending, isFromHook: isAsking(hooked) }, action, verdict.because);
	}
}

/** Leaving plan mode is asked about where the review cannot show everything that comes with the plan. */
function unlessUnseen(
	client: ClientContext,
	{ isExitPlan }: PermissionRequest,
	isReviewed: boolean,
	verdict: Verdict,
): Verdict {
	const isBypass = client.store.getState().mode.mode === 'bypassPermissions';
	if (!isExitPlan || isReviewed || isBypass || verdict.decision !== 'allow') return verdict;
	const because = BECAUSE.agentMode;
	return client.isHeadless ? { decision: 'deny', because: cannotAsk(because) } : { decision: 'ask', because };
}

/** The request was withdrawn, its call ended, its session left or its turn stopped. */
function isOver({ client, request, signal }: Pending): boolean {
	const state = client.store.getState();
	return signal.aborted || !client.sessions.isServed(request.sessionId) || state.turn?.cancelledAt !== undefined;
}

async function allow(pending: Pending, action: ActionRequest, verdict: Verdict): Promise<PermissionOutcome> {
	const { client, request } = pending;
	const option = chooseOption(request.options, 'allow');
	if (option !== null) {
		grant(client, action, 'policy');
		report(client, action, verdict, 'policy');
		return { type: 'selected', optionId: option.id };
	}
	const because = 'the agent offers no clear “allow once”';
	if (!client.isHeadless) return ask(pending, action, because);
	report(client, action, { decision: 'deny', because }, 'policy');
	return CANCELLED;
}

async function ask(pending: Pending, action: ActionRequest, because: string): Promise<PermissionOutcome> {
	const { client, request, followed, signal } = pending;
	// A request inside a plan is answered with the plan, never for good.
	const ways =
		pending.isFromHook === true ? FROM_HOOK : request.isExitPlan ? { offers: [] } : waysToAllow(client, action);
	const question = agentPermission({ ...askedBy(pending, action, because), ...ways });
	const answer = client.questions.put(question, signal);
	followed.watch(question.id, action, {
		refuse: refuser(pending, question.id),
		...(pending.isFromHook === true ? { ways: FROM_HOOK } : {}),
	});
	const outcome = await answer;
	const shown = followed.shown() ?? action;
	const kind = chosenKind(request, outcome);
	// No hook has seen what the agent changed while the question was open.
	const asked =
		shown === action || kind?.startsWith('allow') !== true ? null : client.hooks.judge(shown, ASKED, signal);
	if (asked !== null) {
		const hooked = await asked;
		if (isOver(pending)) return CANCELLED;
		if (followed.shown() !== shown) return decideOn(pending);
		if (hooked !== 'passed' && hooked.decision === 'deny') {
			report(client, shown, hooked, 'policy');
			return rejection(request);
		}
		// A rule may have answered the question.
		if (hooked !== 'passed' && pending.isFromHook !== true)
			return ask({ ...pending, isFromHook: true }, shown, hooked.because);
	}
	const moved =
		kind === 'allow_once' ? await withFilesNow(shown, client.ports.files, () => realWorkspace(client)) : null;
	if (moved === null) return takePart(pending, shown, outcome);
	if (isOver(pending)) return CANCELLED;
	// The agent changed the request during the file check: decide from the start.
	if (!followed.isCurrent() || followed.shown() !== shown) return decideOn(pending);
	return ask(pending, moved, FILE_CHANGED_MEANWHILE);
}

/** Carries out an answer that may take a part of the change alone: the agent hears which, whatever becomes of it. */
async function takePart(
	pending: Pending,
	shown: ActionRequest,
	outcome: PermissionOutcome,
): Promise<PermissionOutcome> {
	const { client, request, signal } = pending;
	const chosen = (outcome.type === 'selected' ? outcome.chosen : undefined) ?? [];
	if (chosen.length === 0) return carryOut(pending, shown, outcome);
	const isAllowed =
		chosenKind(request, outcome) === 'allow_once' && (await client.parts.mayAllow(shown, chosen, signal));
	if (isOver(pending)) return CANCELLED;
	if (!isAllowed) {
		for (const part of chosen) client.parts.report(part, 'rejected');
		return rejection(request);
	}
	// The hunks are of the files as they were shown, before the way was asked about.
	const moved = await withFilesNow(shown, client.ports.files, () => realWorkspace(client));
	if (moved !== null) return isOver(pending) ? CANCELLED : ask(pending, moved, FILE_CHANGED_MEANWHILE);
	const carried = carryOut(pending, shown, outcome);
	client.parts.expect(request.patch.id, shown, chosen);
	return carried;
}

const ASKED: Verdict = { decision: 'ask', because: 'you were asked' };

function chosenKind({ options }: PermissionRequest, outcome: PermissionOutcome): OptionKind | undefined {
	return outcome.type === 'selected' ? withOwnId(options).find(({ id }) => id === outcome.optionId)?.kind : undefined;
}

/** Withdraws the question and answers it with the agent's own no. */
function refuser({ client, request }: Pending, questionId: string) {
	return (action: ActionRequest, because: string): void => {
		report(client, action, { decision: 'deny', because }, 'policy');
		client.store.dispatch({ type: 'question-withdrawn', questionId });
		client.questions.settle(questionId, rejection(request));
	};
}

/** Grants what was shown last, and nothing else, to our file and terminal methods. */
function carryOut({ client, request }: Pending, action: ActionRequest, outcome: PermissionOutcome): PermissionOutcome {
	if (outcome.type === 'cancelled') return outcome;
	const chosen = withOwnId(request.options).find((option) => option.id === outcome.optionId);
	// An id that a yes and a no share would mean whatever the agent likes.
	if (chosen === undefined) return CANCELLED;
	if (chosen.kind === 'allow_once' || chosen.kind === 'allow_always') {
		openRepository(client, action);
		grant(client, action, 'user');
	}
	if (chosen.kind === 'allow_always') rememberAlways(client, action);
	return outcome;
}

function grant({ grants, allowances, parts }: ClientContext, action: ActionRequest, by: 'user' | 'policy'): void {
	grants.add(action, by);
	allowances.add(action);
	parts.allowed(action);
}

/**
 * An agent that got «always» calls our methods without asking: what was shown (these files or this command) is
 * allowed there too. Never more, whatever its words promised.
 */
function rememberAlways(client: ClientContext, action: ActionRequest): void {
	const shown = action.paths.filter((path) => action.diffs.some((diff) => diff.path === path.given));
	const stated: readonly ActionRequest[] =
		action.command === undefined
			? shown.map((path) => ({ ...action, source: 'fs-write', paths: [path] }))
			: [{ ...action, source: 'terminal' }];
	for (const request of stated) {
		const [exact] = alwaysRules(request);
		if (exact === undefined) continue;
		for (const rule of [exact.rule, ...exact.further])
			client.addRule({ ...rule, endsWithGrant: action.command === undefined ? 'edits' : 'commands' });
	}
}

/** Review of a plan by the user; without a user it is «keep planning». */
async function reviewPlan(pending: Pending, action: ActionRequest): Promise<PermissionOutcome> {
	const { client, followed, signal } = pending;
	const request = withPlanFile(client, pending.request);
	const written = await planFile(client, request);
	const plan = planToReview(client, request, request.plan, written);
	if (isOver(pending)) return CANCELLED;
	const isPlanning = client.store.getState().mode.mode === 'plan';
	const because = isPlanning ? 'the agent wants to leave plan mode' : 'the agent wants its plan approved';
	const { planPath } = request;
	const review = agentPlanReview({ ...askedBy(pending, action, because), plan, ...defined({ planPath }) });
	const answer = client.questions.put(review, signal);
	const changedPlan = (text: string | undefined): string =>
		text === undefined ? plan : planToReview(client, request, text, written);
	followed.watch(review.id, action, {
		refuse: refuser(pending, review.id),
		plan: (patch, now) =>
			isPlanAlone(now, pending.request) && deniedByRule(client, now) === null ? changedPlan(planIn(patch)) : null,
	});
	if (client.isHeadless) {
		const unasked = { choice: 'keep-planning', because: cannotAsk(because) } as const;
		client.store.dispatch({ type: 'answer-plan', questionId: review.id, ...unasked });
	}
	return answer;
}

function askedBy({ client, request }: Pending, action: ActionRequest, because: string) {
	return {
		id: client.ports.ids.next('question'),
		request: action,
		options: request.options,
		toolCallId: request.patch.id,
		because,
		askedAt: client.ports.clock.now(),
	};
}
