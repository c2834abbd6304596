import type { PermissionRequest } from '../../core/permission-request.js';
import { alwaysRules } from '../../core/policy/always.js';
import { chooseOption, withOwnId } from '../../core/policy/choose-option.js';
import type { ActionRequest, PermissionOutcome, Verdict } from '../../core/policy/types.js';
import { agentPermission, agentPlanReview } from '../../core/session/question.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { askQuestions, onlyAsks } from './agent-questions.js';
import { type Door, judge, offersFor, report } from './door.js';
import { type Followed, followRequest } from './follow-request.js';

const CANCELLED: PermissionOutcome = { type: 'cancelled' };

/** `session/request_permission`: the first door. Settles with one of the agent's options, or `cancelled`. */
export async function passPermission(
	door: Door,
	request: PermissionRequest,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	if (door.store.getState().sessionId !== request.sessionId) return CANCELLED;
	const followed = followRequest(door, request);
	try {
		// Some agents announce a tool call by its permission request alone.
		door.store.dispatch({ type: 'tool', patch: request.patch });
		return await decideOn(door, request, followed, signal);
	} catch (error) {
		door.ports.log.write('error', 'a permission request was not judged', { error });
		return CANCELLED;
	} finally {
		followed.stop();
	}
}

async function decideOn(
	door: Door,
	request: PermissionRequest,
	followed: Followed,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	let facts = await followed.gather();
	while (!followed.isCurrent()) facts = await followed.gather();
	if (isOver(door, request, signal)) return CANCELLED;
	const state = door.store.getState();
	const { questions } = request;
	if (questions?.isAlone === true && onlyAsks(facts)) return askQuestions(door, request, questions, facts, signal);
	const isPlan = request.isExitPlan && isPlanAlone(facts);
	if (isPlan && state.mode.mode === 'plan') return reviewPlan(door, request, facts, followed, signal);
	const verdict = judge(door, facts);
	// In every mode the person sees the plan that they approve; a script that lets all through approves it unseen.
	if (isPlan && verdict.decision !== 'deny' && !door.isHeadless) {
		return reviewPlan(door, request, facts, followed, signal);
	}
	switch (verdict.decision) {
		case 'allow':
			return allow(door, request, facts, verdict, followed, signal);
		case 'deny': {
			report(door, facts, verdict, 'policy');
			const option = chooseOption(request.options, 'deny');
			return option === null ? CANCELLED : { type: 'selected', optionId: option.id };
		}
		case 'ask':
			return ask(door, request, facts, verdict.because, followed, signal);
	}
}

/** Nobody waits for the answer any more: the request was taken back, its session left or its turn stopped. */
function isOver(door: Door, { sessionId }: PermissionRequest, signal: AbortSignal): boolean {
	const state = door.store.getState();
	return signal.aborted || state.sessionId !== sessionId || state.turn?.cancelledAt !== undefined;
}

/** A plan that comes with something to run or to change is that, not a plan: the review would not show it. */
function isPlanAlone({ command, diffs, mcp }: ActionRequest): boolean {
	return command === undefined && diffs.length === 0 && mcp === undefined;
}

async function allow(
	door: Door,
	request: PermissionRequest,
	facts: ActionRequest,
	verdict: Verdict,
	followed: Followed,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	const option = chooseOption(request.options, 'allow');
	if (option !== null) {
		door.grants.add(facts);
		door.allowances.add(facts);
		report(door, facts, verdict, 'policy');
		return { type: 'selected', optionId: option.id };
	}
	if (!door.isHeadless) return ask(door, request, facts, 'the agent offers no clear “allow once”', followed, signal);
	report(door, facts, { decision: 'deny', because: 'the agent offers no clear “allow once”' }, 'policy');
	return CANCELLED;
}

async function ask(
	door: Door,
	request: PermissionRequest,
	facts: ActionRequest,
	because: string,
	followed: Followed,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	const question = agentPermission({ ...askedBy(door, request, facts, because), offers: offersFor(door, facts) });
	const answer = door.questions.put(question, signal);
	followed.watch(question.id, facts, { refuse: refuser(door, request, question.id) });
	const outcome = await answer;
	return carryOut(door, request, followed.shown() ?? facts, outcome);
}

/** Takes a question back that the person is not to be asked any more, and answers it with the agent's own no. */
function refuser(door: Door, request: PermissionRequest, questionId: string) {
	return (facts: ActionRequest, because: string): void => {
		const option = chooseOption(request.options, 'deny');
		report(door, facts, { decision: 'deny', because }, 'policy');
		door.store.dispatch({ type: 'question-withdrawn', questionId });
		door.questions.settle(questionId, option === null ? CANCELLED : { type: 'selected', optionId: option.id });
	};
}

/** What the person's answer to a question opens at our own doors: what was shown last, and nothing else. */
function carryOut(
	door: Door,
	request: PermissionRequest,
	facts: ActionRequest,
	outcome: PermissionOutcome,
): PermissionOutcome {
	if (outcome.type === 'cancelled') return outcome;
	const chosen = withOwnId(request.options).find((option) => option.id === outcome.optionId);
	// An id that a yes and a no share would be whichever of them the agent likes.
	if (chosen === undefined) return CANCELLED;
	if (chosen.kind === 'allow_once' || chosen.kind === 'allow_always') {
		door.grants.add(facts);
		door.allowances.add(facts);
	}
	if (chosen.kind === 'allow_always') rememberAlways(door, facts);
	return outcome;
}

/**
 * An agent that was told «always» does not ask again, but comes to our own doors: what was shown,
 * these files or this command, is not asked about there either. Never more, whatever its words promised.
 */
function rememberAlways(door: Door, facts: ActionRequest): void {
	const shown = facts.paths.filter((path) => facts.diffs.some((diff) => diff.path === path.given));
	const stated: readonly ActionRequest[] =
		facts.command === undefined
			? shown.map((path) => ({ ...facts, source: 'fs-write', paths: [path] }))
			: [{ ...facts, source: 'terminal' }];
	for (const request of stated) {
		const [exact] = alwaysRules(request);
		if (exact === undefined) continue;
		door.addRule({ ...exact.rule, endsWithGrant: facts.command === undefined ? 'edits' : 'commands' });
	}
}

/** An exit from plan mode: the person reviews the plan; without a person it is «keep planning». */
async function reviewPlan(
	door: Door,
	request: PermissionRequest,
	facts: ActionRequest,
	followed: Followed,
	signal: AbortSignal,
): Promise<PermissionOutcome> {
	const plan = await planText(door, request);
	if (isOver(door, request, signal)) return CANCELLED;
	const review = agentPlanReview({ ...askedBy(door, request, facts, 'the agent wants to leave plan mode'), plan });
	const answer = door.questions.put(review, signal);
	followed.watch(review.id, facts, {
		refuse: refuser(door, request, review.id),
		plan: (patch, now) => (isPlanAlone(now) ? (planIn(patch) ?? plan) : null),
	});
	if (door.isHeadless) door.store.dispatch({ type: 'answer-plan', questionId: review.id, choice: 'keep-planning' });
	return answer;
}

function askedBy(door: Door, request: PermissionRequest, facts: ActionRequest, because: string) {
	return {
		id: door.ports.ids.next('question'),
		request: facts,
		options: request.options,
		toolCallId: request.patch.id,
		because,
		askedAt: door.ports.clock.now(),
	};
}

/** The plan in the input of a tool call, where it has one. */
function planIn({ rawInput }: ToolCallPatch): string | undefined {
	const held = typeof rawInput === 'object' && rawInput !== null && 'plan' in rawInput ? rawInput.plan : undefined;
	return typeof held === 'string' && held.trim() !== '' ? held : undefined;
}

/** The plan from the request, else from the file that it names, else from the plan entries. */
async function planText(door: Door, request: PermissionRequest): Promise<string> {
	if (request.plan !== undefined && request.plan.trim() !== '') return request.plan;
	if (request.planPath !== undefined) {
		const file = await door.ports.files.read(request.planPath);
		if (file.ok && file.value.trim() !== '') return file.value;
	}
	const steps = door.store.getState().plan ?? [];
	return steps.map((step) => `- [${step.status === 'completed' ? 'x' : ' '}] ${step.text}`).join('\n');
}
