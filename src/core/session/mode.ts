import type { AgentModes, ConfigOption, StopReason } from '../agent-info.js';
import { defined } from '../defined.js';
import type { PersonEvent } from '../event.js';
import { findPlanMirror, leavePlanValue, type PlanMirror } from '../policy/mirror.js';
import type { Mode } from '../policy/types.js';
import { note } from './append.js';
import { lastMessage } from './last-message.js';
import { chooseOwnMode, followOwnMode, forgetChoice, heardOwnMode, ownModeFor, saidOwnMode, told } from './own-mode.js';
import { isPlanShaped } from './plan-shape.js';
import { clientPlanReview, isClientPlanReview, type Question } from './question.js';
import { noQuirks } from './quirks.js';
import type { SessionState, Turn } from './state.js';
import { andThen, only, type Step, withEffects } from './step.js';

/** Where the agent keeps its own plan mode, or null when it has none. */
export function planMirror(state: SessionState): PlanMirror | null {
	return findPlanMirror(state.agentModes, state.configOptions, state.agent?.quirks ?? noQuirks);
}

/**
 * Our mode changes; the agent's own plan mode is switched along, unless the agent does it by itself
 * (`isAgentTold` false). `isReview`: each edit is to be asked about from here on. `bypassPermissions` is out of reach when the command line did not allow it.
 */
export function changeMode(
	state: SessionState,
	mode: Mode,
	options: { readonly isAgentTold: boolean; readonly isReview?: boolean },
): Step {
	if (mode === 'bypassPermissions' && !state.mode.isBypassAllowed) return only(state);
	return andThen(changeOurs(state, mode, options), (next) =>
		followOwnMode(options.isReview === true ? forgetChoice(next) : next),
	);
}

function changeOurs(state: SessionState, mode: Mode, options: { readonly isAgentTold: boolean }): Step {
	const mirror = planMirror(state);
	const was = state.mode;
	const { isPlanDoneTold: _, ...kept } = was;
	const next = dropPlanQuestions({ ...state, mode: mode === was.mode ? was : { ...kept, mode } }, mode);
	if (!options.isAgentTold || mirror === null) return only(next);
	// A switch of before may still be on its way to the agent, so what it is in now is not all that counts.
	if (mode === 'plan') {
		if (was.mode === 'plan' && mirror.isInPlan) return only(next);
		const agentBefore = mirror.isInPlan ? was.agentBefore : mirror.current;
		return switchMirror({ ...next, mode: { ...next.mode, agentBefore } }, mirror, planOf(mirror));
	}
	const isOnItsWay = was.mode === 'plan' && was.agentBefore !== null;
	return mirror.isInPlan || isOnItsWay ? leaveMirror(next, mirror) : only(next);
}

/** Outside plan mode nothing is reviewed or refused for it; the agent's own question still waits for its answer. */
function dropPlanQuestions(state: SessionState, mode: Mode): SessionState {
	const isVoid = (question: Question): boolean => question.kind === 'refusals' || isClientPlanReview(question);
	if (mode === 'plan' || !state.questions.some(isVoid)) return state;
	return { ...state, questions: state.questions.filter((question) => !isVoid(question)) };
}

/** The person sets the agent's own mode or an option of it. Its plan mode takes ours along. */
export function switchAgent(state: SessionState, wish: AgentWish): Step {
	const { sessionId } = state;
	if (sessionId === null) return only(state);
	const mirror = planMirror(state);
	const isPlan =
		wish.type === 'set-agent-mode'
			? mirror?.via === 'mode' && mirror.planId === wish.modeId
			: mirror?.via === 'option' && mirror.optionId === wish.optionId && mirror.planValue === wish.value;
	if (isPlan) return changeMode(state, 'plan', { isAgentTold: true });
	return withEffects(chooseOwnMode(state, chosenMode(state, wish)), { ...wish, sessionId });
}

type AgentWish = Extract<PersonEvent, { readonly type: 'set-agent-mode' | 'set-config-option' }>;

/** The session mode of the agent that a wish is for; null when it is for something else. */
function chosenMode(state: SessionState, wish: AgentWish): string | null {
	if (wish.type === 'set-agent-mode') return wish.modeId;
	const option = state.configOptions.find(({ id }) => id === wish.optionId);
	return option?.category === 'mode' && typeof wish.value === 'string' ? wish.value : null;
}

function planOf(mirror: PlanMirror): string {
	return mirror.via === 'mode' ? mirror.planId : mirror.planValue;
}

function leaveMirror(state: SessionState, mirror: PlanMirror): Step {
	const own = mirror.via === 'mode' ? ownModeFor(state) : null;
	const value = own ?? leavePlanValue(mirror, state.mode.agentBefore);
	if (value === null) return only(state);
	return switchMirror(state, mirror, value);
}

function switchMirror(state: SessionState, mirror: PlanMirror, value: string): Step {
	const { sessionId } = state;
	if (sessionId === null) return only(state);
	return mirror.via === 'mode'
		? withEffects(told(state, value), { type: 'set-agent-mode', sessionId, modeId: value })
		: withEffects(state, { type: 'set-config-option', sessionId, optionId: mirror.optionId, value });
}

/** After a turn: an agent whose plan was approved but that stayed in its plan mode is taken out of it. */
export function leavePlanLate(before: SessionState): Step {
	const { isAgentChoosing: _, ...mode } = before.mode;
	const state = { ...before, mode };
	const mirror = planMirror(state);
	return state.mode.mode !== 'plan' && mirror?.isInPlan === true ? leaveMirror(state, mirror) : only(state);
}

/** What the agent says about its modes and options; `isOurs` when it answers our own switch. */
function reduceAgentModes(
	state: SessionState,
	news: { readonly modes?: AgentModes; readonly options?: readonly ConfigOption[] },
	isOurs: boolean,
	at: number,
): Step {
	const before = planMirror(state);
	const next: SessionState = heardOwnMode({
		...state,
		...defined({ agentModes: news.modes, configOptions: news.options }),
	});
	const chosen = followAgentChoice(next);
	if (chosen !== null && !isOurs) return only(chosen);
	const after = planMirror(next);
	const wasInPlan = before?.isInPlan === true;
	const isInPlan = after?.isInPlan === true;
	if (isOurs || wasInPlan === isInPlan || after === null) return only(next);
	// While a switch is on its way, it is the echo of one before.
	if (after.via === 'mode' && next.mode.agentTold !== undefined) return only(next);
	if (isInPlan) return followOwnMode(followIntoPlan(next, before?.current ?? null, at));
	if (next.mode.mode !== 'plan') return only(next);
	return setBack(next, after, at);
}

/**
 * The plan was approved with an option of the agent's own, and now it says which mode that leads to: that one is the
 * person's choice, and ours is the one that it comes to. Null while it is in plan mode still, and otherwise.
 */
function followAgentChoice(state: SessionState): SessionState | null {
	if (state.mode.isAgentChoosing !== true || planMirror(state)?.isInPlan === true) return null;
	const { isAgentChoosing: _, ...mode } = state.mode;
	const chosen = chooseOwnMode({ ...state, mode }, state.agentModes?.current ?? null);
	const edits = state.agent?.quirks.ownModes?.edits;
	const isEdits = edits !== undefined && state.agentModes?.current === edits;
	return heardOwnMode(isEdits ? { ...chosen, mode: { ...chosen.mode, mode: 'acceptEdits' } } : chosen);
}

/** The person approved the plan with an option of the agent's own: what holds from here on is for the agent to say. */
export function leavePlanByAgent(state: SessionState): Step {
	const left = changeOurs(state, 'default', { isAgentTold: false });
	return { ...left, state: { ...left.state, mode: { ...left.state.mode, isAgentChoosing: true } } };
}

/** The agent went into its plan mode by itself: ours goes along. */
function followIntoPlan(state: SessionState, agentBefore: string | null, at: number): SessionState {
	if (state.mode.mode === 'plan') return state;
	const moved = { ...state, mode: { ...state.mode, mode: 'plan' as const, agentBefore } };
	return note(moved, at, 'info', 'The agent went into plan mode; nothing changes until you approve its plan.');
}

/**
 * The agent left its plan mode by itself: ours stands, and it is set back once. The second time it
 * leaves, `agentBefore` is gone and only the person is told.
 */
function setBack(state: SessionState, mirror: PlanMirror, at: number): Step {
	const noted = note(state, at, 'warning', 'The agent left its plan mode by itself. Plan mode stays on here.', {
		hint: 'shift+tab changes the mode',
	});
	if (state.mode.agentBefore === null) return only(noted);
	return switchMirror({ ...noted, mode: { ...noted.mode, agentBefore: null } }, mirror, planOf(mirror));
}

/** The agent says which mode it is in; one that it never listed is kept all the same. */
export function reduceAgentMode(state: SessionState, modeId: string, isOurs: boolean, at: number): Step {
	const modes: AgentModes =
		state.agentModes === null
			? { current: modeId, available: [{ id: modeId, name: modeId }] }
			: { ...state.agentModes, current: modeId };
	const option = state.configOptions.find((one) => one.category === 'mode' && one.type === 'select');
	const said = isOurs ? state : saidOwnMode(state, modeId);
	// Some agents announce one of the two forms only: the mode option follows the mode when it knows the value.
	const options =
		option?.type === 'select' && option.choices.some((choice) => choice.value === modeId)
			? state.configOptions.map((one) => (one === option ? { ...option, value: modeId } : one))
			: state.configOptions;
	return reduceAgentModes(said, { modes, options }, isOurs, at);
}

/** The agent's whole list of options; a mode option carries the session mode along. */
export function reduceConfigOptions(
	state: SessionState,
	options: readonly ConfigOption[],
	isOurs: boolean,
	at: number,
): Step {
	const option = options.find((one) => one.category === 'mode' && one.type === 'select');
	const value = option?.type === 'select' ? option.value : undefined;
	const { agentModes } = state;
	const isKnown = value !== undefined && agentModes?.available.some((mode) => mode.id === value) === true;
	if (agentModes === null || !isKnown || value === undefined) {
		return reduceAgentModes(state, { options }, isOurs, at);
	}
	return reduceAgentModes(state, { options, modes: { ...agentModes, current: value } }, isOurs, at);
}

/**
 * An agent without a request for leaving plan mode: a turn that ends with a plan offers the same review. An answer that is
 * none stays an answer; that the person can take it for a plan is said once while plan mode is on.
 */
export function offerPlanReview(state: SessionState, turn: Turn, reason: StopReason, at: number): Step {
	const hasOwnRequest = planMirror(state) !== null && state.agent?.quirks.noExitPlanRequest !== true;
	if (state.mode.mode !== 'plan' || reason !== 'end_turn' || hasOwnRequest || state.queue.length > 0)
		return only(state);
	const plan = lastMessage(state, turn.firstEntry);
	if (plan === '') return only(state);
	if (!isPlanShaped(plan)) return only(hintAtPlanDone(state, at));
	const question = clientPlanReview({
		id: `plan-${turn.id}`,
		because: 'this agent has no request of its own for leaving plan mode',
		plan,
		askedAt: at,
	});
	return only({ ...state, questions: [...state.questions, question] });
}

/** `/plan done`: the same review as for an agent's own request, with its last words as the plan. */
export function requestPlanReview(state: SessionState, at: number): SessionState {
	if (state.mode.mode !== 'plan' || state.turn !== null) return state;
	const plan = lastMessage(state);
	const question = clientPlanReview({ id: `plan-done-${at}`, because: 'you asked for it', plan, askedAt: at });
	return { ...state, questions: [...state.questions, question] };
}

function hintAtPlanDone(state: SessionState, at: number): SessionState {
	if (state.mode.isPlanDoneTold === true) return state;
	const told: SessionState = { ...state, mode: { ...state.mode, isPlanDoneTold: true } };
	return note(told, at, 'info', '/plan done approves the last answer as the plan.');
}
