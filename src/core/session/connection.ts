import { type AgentProfile, withMcpServers } from '../agents/profile.js';
import { defined } from '../defined.js';
import type { Failure } from '../failure.js';
import type { LifecycleEvent } from '../lifecycle-event.js';
import { modeLabel } from '../policy/modes.js';
import { counted } from '../text/counted.js';
import { note, noted } from './entries/append.js';
import { addCost, leaveSession, noEarlierWork } from './entries/earlier-work.js';
import { findLastEntry } from './entries/entry-list.js';
import { runningEntries } from './entries/user-commands.js';
import { beginAgentMode, followMode, withMode } from './modes/agent-mode.js';
import { agentPlanMode, changeMode } from './modes/mode.js';
import { noModels } from './options/follow-model.js';
import { repeatInSession } from './prompts/repeat-prompt.js';
import { startNext } from './prompts/submit-prompt.js';
import { reduceTurnFailure } from './prompts/turn.js';
import { leaveSettings } from './prompts/turn-settings.js';
import { grantsAfterRestart } from './questions/agent-grants.js';
import { withdrawQuestions } from './questions/answers.js';
import { noAsking, noteNotAsking } from './questions/asking.js';
import { lastingRules, withoutSessionRules } from './questions/remember-answer.js';
import { crashesAlone, leaveAgent, settleReturn } from './recovery/agent-crash.js';
import { reportEnd } from './recovery/report-end.js';
import { memoryOf } from './resuming/missing-memory.js';
import { noteResumed } from './resuming/resuming-state.js';
import { holdWaiting } from './retry/failed-prompt.js';
import { ALREADY_OPENING, MODES_HINT, NEW_SESSION_STOPPED, RESTART_HINT, RESTARTED } from './session-messages.js';
import { queueLeftOver } from './shadow/shadow.js';
import { showAnew, withoutSignIn } from './sign-in/settle-sign-in.js';
import type { SessionState } from './state.js';
import { andThen, only, type Step, withEffects } from './step.js';

type ConnectedEvent = Extract<LifecycleEvent, { type: 'agent-connected' }>;
type SessionOpenedEvent = Extract<LifecycleEvent, { type: 'session-opened' }>;

export function reduceConnected(state: SessionState, event: ConnectedEvent, at: number): Step {
	const { info, asking: before = {}, choices = {} } = event;
	const connected: SessionState = {
		...state,
		agent: info,
		choices,
		asking: { ...noAsking, before },
		connection: { phase: 'opening', since: at },
	};
	return state.isRestoring === true ? only(connected) : withEffects(connected, { type: 'open-session' });
}

export function reduceOpened(state: SessionState, event: SessionOpenedEvent, at: number): Step {
	const isKnown = event.resumed === 'resume' || event.resumed === 'load';
	// Instructions of a prompt that the agent never saw go with the next one.
	const isBack = isKnown && state.recovery?.isReturning !== undefined;
	const opened: SessionState = {
		...beginAgentMode(settleSwitch(state), event.modes, event.options),
		connection: { phase: 'ready' },
		sessionId: event.sessionId,
		mcpRefusal: event.mcpRefusal,
		resumed: event.resumed,
		reopening: undefined,
		briefing: undefined,
		...memoryOf(state, event),
		isPrompted: isKnown,
		areInstructionsDue: isKnown
			? isBack && state.areInstructionsDue === true
			: state.profile.instructions !== null && state.agent?.takesSystemPrompt !== true,
		models: noModels,
		rules: isKnown ? state.rules : lastingRules(state.rules),
		instructedMode: isKnown ? state.instructedMode : undefined,
		agentModes: event.modes,
		configOptions: event.options,
		// A new session knows nothing of what was put back; nothing was done in it yet.
		changes: { ...state.changes, unreported: isBack ? state.changes.unreported : [], hasActedAlone: false },
	};
	const { branchKind: _, ...announced } = noteResumed(isBack ? opened : queueLeftOver(opened), event, at);
	// Leaving a plan mode that the agent begins in is the user's to say.
	const switched =
		opened.mode.mode === 'plan'
			? changeMode(noteNotAsking(announced, at), 'plan', { isAgentNotified: true })
			: followMode(noteNotAsking(notePlanMode(announced, at), at));
	const repeated = andThen(switched, repeatInSession);
	return event.isMoreComing === true ? repeated : andThen(repeated, (next) => startNext(settleReturn(next), at));
}

/** An agent that begins in a plan mode of its own does not do what our mode promises. */
function notePlanMode(state: SessionState, at: number): SessionState {
	if (agentPlanMode(state)?.isInPlan !== true) return state;
	const words = `The agent begins in its own plan mode, while the mode here is ${modeLabel(state.mode.mode)}.`;
	return note(state, at, 'info', words, { hint: MODES_HINT });
}

export function reduceNewSession(before: SessionState, at: number): Step {
	const { phase } = before.connection;
	if (phase === 'starting' || phase === 'opening') return noted(before, at, 'info', ALREADY_OPENING);
	if (phase === 'failed' || phase === 'exited') return startForNewSession(before, at);
	if (phase === 'closed')
		return noted(before, at, 'warning', 'There is no agent to open a session on.', { hint: RESTART_HINT });
	const state = holdWaiting(before);
	const { turn, sessionId } = state;
	const stop =
		turn === null || sessionId === null ? [] : [{ type: 'cancel-turn' as const, turnId: turn.id, sessionId }];
	return andThen(andThen(withdrawQuestions(state), leaveSettings), (next) =>
		withEffects(
			{
				...noteEnded({ ...freshSession(next), earlier: leaveSession(state, at) }, state, at),
				resuming: undefined,
				connection: { phase: 'opening', since: at },
			},
			...stop,
			{ type: 'open-session' },
		),
	);
}

function startForNewSession(before: SessionState, at: number): Step {
	const state = holdWaiting({ ...before, resuming: undefined });
	const { state: started, effects } = startAnew(state, { ended: RESTARTED, noted: null }, at);
	// Modes and options of the agent before are not those of the one that starts.
	const unknown = { agentModes: null, configOptions: [] };
	const fresh = { ...freshSession(started), ...unknown, earlier: leaveSession(state, at) };
	return withEffects({ ...noteEnded(fresh, state, at), connection: started.connection }, ...effects);
}

function noteEnded(fresh: SessionState, before: SessionState, at: number): SessionState {
	const waiting = before.queue.length;
	const queue = waiting === 0 ? {} : { detail: `${counted(waiting, 'queued prompt')} still on hold`, hint: '/queue' };
	if (before.turn !== null) return note(fresh, at, 'warning', NEW_SESSION_STOPPED, queue);
	const isBegun = findLastEntry(before.entries, (entry) => entry.kind === 'user') >= 0;
	if (!isBegun) return fresh;
	return note(fresh, at, 'info', 'New conversation. /resume goes back to the last one.', queue);
}

/** Replaces the agent. Transcript, our mode and the held queue stay; what is known of the old one does not count. */
export function reduceSwitchAgent(
	state: SessionState,
	profile: AgentProfile,
	at: number,
	noted:
		| string
		| null = `Switching to ${profile.launch.name}. It starts a new session and knows nothing of what is above.`,
): Step {
	const started = startAnew(
		{ ...holdWaiting(state), profile, trustedMcp: undefined },
		{ ended: 'The agent was replaced by another one.', noted },
		at,
	);
	const next: SessionState = {
		...withMode(beginAgentMode(started.state, null), { agentBeforePlan: null }),
		queue: started.state.queue.map(showAnew),
		isQueuePaused: started.state.queue.length > 0,
		asking: noAsking,
		models: noModels,
		sandbox: { ...started.state.sandbox, agent: profile.sandbox, enforcement: 'none', reason: undefined },
		choices: {},
		chosenHere: {},
		agentModes: null,
		configOptions: [],
		commands: [],
		changes: { ...started.state.changes, hasActedAlone: false },
		outlived: 0,
		recovery: undefined,
	};
	return { ...started, state: next };
}

/** Restarts the agent for the same session: facts about it stay, and a held queue is held. */
export function startForSameSession(state: SessionState, words: StartWords, at: number): Step {
	const { title, plan, approvedPlan, usage, earlier, isQueuePaused, recovery } = state;
	const started = startAnew(state, words, at);
	const next: SessionState = {
		...started.state,
		...defined({ earlier, recovery }),
		agentGrants: grantsAfterRestart(state),
		// Rules that an agent's grant added go with the agent, those of a command's turn with the turn.
		rules: state.rules.filter(({ endsWithGrant, isForTurn }) => endsWithGrant === undefined && isForTurn !== true),
		title,
		plan,
		approvedPlan,
		usage,
		isQueuePaused: isQueuePaused && started.state.queue.length > 0,
	};
	return { ...started, state: next };
}

export type StartWords = { readonly ended: string; readonly noted: string | null };

export function startAnew(before: SessionState, { ended, noted }: StartWords, at: number): Step {
	const state = reportEnd(before, at);
	const { turn } = state;
	const failure: Failure = { code: 'agent-exit', message: ended };
	const stopped =
		turn === null
			? withdrawQuestions(state)
			: // What may stay open when a turn ends was asked by the agent that goes.
				andThen(reduceTurnFailure(state, { turnId: turn.id, failure, isGivenUp: true }, at), (next) =>
					withdrawQuestions(next),
				);
	return andThen(stopped, (next) => {
		const withNote = next.entries.size === 0 || noted === null ? next : note(next, at, 'info', noted);
		const earlier = next.earlier ?? noEarlierWork;
		const profile = withMcpServers(next.profile, next.trustedMcp);
		return withEffects(
			{
				...withoutSignIn(withoutSessionRules(leaveAgent(withNote, at))),
				...withoutIds(withNote),
				...crashesAlone(withNote),
				connection: { phase: 'starting', since: at },
				profile,
				trustedMcp: undefined,
				agent: null,
				authStatus: null,
				reopening: undefined,
				isQueuePaused: false,
				title: next.ownTitle ?? null,
				plan: null,
				approvedPlan: undefined,
				suggestion: null,
				usage: null,
				earlier: { ...earlier, cost: addCost(earlier.cost, next.usage?.cost) },
			},
			{ type: 'start-agent', profile },
		);
	});
}

/** A new agent may reuse the ids of the one before. */
function withoutIds({ entries, terminals }: SessionState): Partial<SessionState> {
	return {
		firstOfAgent: entries.size,
		awaitedParents: new Set(),
		terminals: new Map([...terminals].filter(([, { ours }]) => ours)),
	};
}

export function freshSession(state: SessionState): SessionState {
	return {
		...withoutSessionRules(state),
		sessionId: null,
		title: null,
		ownTitle: null,
		leftShadow: undefined,
		handedOverFrom: undefined,
		handedOverTo: undefined,
		task: undefined,
		isHandOverDue: undefined,
		entries: runningEntries(state),
		firstOfAgent: 0,
		weight: 0,
		awaitedParents: new Set(),
		turn: null,
		queue: state.queue.map(showAnew),
		isQueuePaused: state.queue.length > 0,
		plan: null,
		approvedPlan: undefined,
		suggestion: null,
		usage: null,
		terminals: new Map(),
		outlived: 0,
		subagents: undefined,
		reopening: undefined,
		unreached: undefined,
		missing: undefined,
	};
}

/** With a session of the new agent the way back to the one before ends. */
function settleSwitch(state: SessionState): SessionState {
	const { agentChange } = state;
	return agentChange == null || agentChange.before === null
		? state
		: { ...state, agentChange: { ...agentChange, before: null } };
}
