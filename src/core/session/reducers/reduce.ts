import type { OwnCommandEvent } from '../../commands/own-command.js';
import type { CommitEvent } from '../../commit/commit-event.js';
import type { Effect, SnapshotMoment } from '../../effect.js';
import type { AppEvent } from '../../event.js';
import type { FilesEvent } from '../../files-event.js';
import type { GateEvent } from '../../gate-event.js';
import { addRule } from '../../policy/rule-description.js';
import type { ReviewEvent } from '../../review/review.js';
import { heldNow, type SandboxEvent, type SessionSandbox } from '../../sandbox/session-sandbox.js';
import type { SessionListEvent } from '../../session-list.js';
import type { SettingsEvent } from '../../settings/setting.js';
import type { SideQuestionEvent } from '../../side-question/side-question-event.js';
import { onAgentList, onSandboxChoice } from '../agents/choose-agent.js';
import { onBranch, onHandOver } from '../branching/branch.js';
import { reducePartTaken } from '../changes/part-taken.js';
import { reduceChangeSet, reduceSnapshotFailed } from '../changes/reduce-changes.js';
import { onRestored, onRestoreFailed } from '../changes/undo-changes.js';
import { trimTranscript } from '../entries/entry-weight.js';
import { followQuestionTime } from '../entries/question-time.js';
import { locateChanges } from '../entries/tool-card.js';
import { onHooks } from '../hooks/hook-ran.js';
import { followAgentMode } from '../modes/agent-mode.js';
import { followModel, followOwnMode } from '../options/follow-model.js';
import { followPlan, reducePlanCompared } from '../plan/approved-plan.js';
import { onSteering, settleSteerings } from '../prompts/steer.js';
import { countRefusal, stopUnaskedTools } from '../prompts/stop-turn.js';
import { withActivity } from '../prompts/turn.js';
import type { Question } from '../question.js';
import { followGrants } from '../questions/agent-grants.js';
import {
	addQuestion,
	changeQuestion,
	reduceChanged,
	reduceDecided,
	reduceTakenBackByAgent,
} from '../questions/answers.js';
import { recordRequest, reduceUnasked } from '../questions/asking.js';
import { onElicitation } from '../questions/reduce-elicitation.js';
import { onRecovery } from '../recovery/restart.js';
import { onResume, onSessions } from '../resuming/resume.js';
import { heldByAnswer, noteAnswer, onRetry } from '../retry/retry.js';
import { onShadow } from '../shadow/shadow.js';
import { onSignIn } from '../sign-in/reduce-sign-in.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, type Step, withEffects } from '../step.js';
import { onSubagents } from '../subagents/reduce-subagents.js';
import { followUsage, onUsage } from '../usage/follow-usage.js';
import { boundEvent } from './bound-event.js';
import { onAgent } from './reduce-agent.js';
import { onLifecycle } from './reduce-lifecycle.js';
import { onUser } from './reduce-user.js';

/** Requests that only have an effect, and what is looked up for a screen. */
const onRequests: Reducers<
	OwnCommandEvent | CommitEvent | ReviewEvent | SessionListEvent | SettingsEvent | SideQuestionEvent
> = {
	commit: (state, event) => withEffects(state, event),
	'commit-changed': only,
	'list-commands': (state, event) => withEffects(state, event),
	'commands-listed': only,
	review: (state, event) => withEffects(state, event),
	'review-known': only,
	'session-list': (state, event) => withEffects(state, event),
	'start-offers': only,
	'session-list-changed': only,
	'mcp-trusted': (state, { mcpServers }) => only({ ...state, trustedMcp: mcpServers }),
	'settings-known': only,
	'side-question': (state, event) => withEffects(state, event),
	'side-question-changed': (state, { sideQuestion }) => only({ ...state, sideQuestion }),
	'side-question-counted': only,
};

const onSandbox: Reducers<SandboxEvent> = {
	// For listeners alone.
	'command-settled': only,
	'sandbox-changed': (state, { change }) => {
		const sandbox = { ...state.sandbox, ...change };
		return only({ ...state, sandbox, questions: state.questions.map((question) => holdNow(question, sandbox)) });
	},
};

function holdNow(question: Question, sandbox: SessionSandbox): Question {
	if (question.kind !== 'permission' || question.hold === undefined) return question;
	return { ...question, hold: { ...question.hold, ...heldNow(sandbox) } };
}

const onGate: Reducers<GateEvent> = {
	'rule-added': (state, event) => only({ ...state, rules: addRule(state.rules, event.rule) }),
	'question-asked': (state, event, at) => only(addQuestion(withActivity(state, at), event.question)),
	decided: (state, event, at) => only(countRefusal(reduceDecided(withActivity(state, at), event, at), event)),
	unasked: (state, event, at) => stopUnaskedTools(reduceUnasked(state, event, at), event, at),
	'question-withdrawn': (state, event, at) => only(reduceTakenBackByAgent(state, event.questionId, at)),
	'changes-located': (state, event) => only(locateChanges(state, event.toolCallId, event.lines)),
	// Until the new subject is known, it cannot be allowed.
	'question-changing': (state, { questionId }) =>
		only(changeQuestion(state, questionId, (question) => ({ ...question, isChanging: true }))),
	'question-changed': (state, event, at) => only(reduceChanged(state, event, at)),
};

const onFiles: Reducers<FilesEvent> = {
	'turn-changes': (state, event, at) => only(reduceChangeSet(state, event.set, true, at)),
	'plan-tampering': (state, event, at) => only(reduceChangeSet(state, event.set, false, at)),
	'snapshot-failed': (state, event, at) => only(reduceSnapshotFailed(state, event.failure, at)),
	'files-restored': onRestored,
	'restore-failed': onRestoreFailed,
	'plan-compared': (state, event, at) => only(reducePlanCompared(state, event, at)),
	'part-taken': (state, event, at) => only(reducePartTaken(state, event, at)),
};

const REDUCERS: Reducers<AppEvent> = {
	...onAgent,
	...onLifecycle,
	...onUser,
	...onGate,
	...onFiles,
	...onSignIn,
	...onAgentList,
	...onElicitation,
	...onUsage,
	...onRetry,
	...onRecovery,
	...onSessions,
	...onResume,
	...onBranch,
	...onHandOver,
	...onRequests,
	...onShadow,
	...onSteering,
	...onSubagents,
	...onSandbox,
	...onSandboxChoice,
	...onHooks,
};

/** Folds one event, at `at` (ms since the epoch). Pure and total: the same log gives the same state. */
export function reduce(state: SessionState, event: AppEvent, at: number): Step {
	const bounded = boundEvent(event);
	const answered = noteAnswer(state, bounded);
	const followed = followModel(
		state,
		bounded,
		followOwnMode(
			state,
			heldByAnswer(state, bounded, settleSteerings(state, fold(answered, bounded, at)), at),
			bounded.type === 'session-ready',
			at,
		),
	);
	const folded = recordRequest(followed, bounded);
	const step = withSnapshots(state, bounded, folded);
	const moded = followGrants(state, followAgentMode(state, followPlan(step.state, bounded), at));
	const timed = followUsage(state, followQuestionTime(state, moded, at), bounded, at);
	const trimmed = trimTranscript(state, bounded, timed);
	return trimmed === step.state ? step : { ...step, state: trimmed };
}

function fold(state: SessionState, event: AppEvent, at: number): Step {
	// The row of an event's type takes that event; the compiler cannot see that the two belong together.
	const row = REDUCERS[event.type] as (state: SessionState, event: AppEvent, at: number) => Step;
	return row(state, event, at);
}

/** Adds the snapshots of turns and plan mode, before all other effects: the first is under way when the prompt goes. */
function withSnapshots(before: SessionState, event: AppEvent, step: Step): Step {
	const moments = momentsOf(before, event, step.state);
	if (moments.length === 0) return step;
	const snapshots = moments.map(([turnId, moment]): Effect => ({ type: 'take-snapshot', turnId, moment }));
	return { state: step.state, effects: [...snapshots, ...step.effects] };
}

function momentsOf(
	before: SessionState,
	event: AppEvent,
	after: SessionState,
): readonly (readonly [string, SnapshotMoment])[] {
	const wasPlan = before.mode.mode === 'plan';
	const isPlan = after.mode.mode === 'plan';
	const { turn: old } = before;
	const { turn } = after;
	if (turn !== null && old?.id === turn.id) {
		if (isPlan && !wasPlan) return [[turn.id, 'plan-on']];
		// While a plan was read the agent waited, and its earlier changes were compared.
		if (wasPlan && !isPlan) return [[turn.id, event.type === 'answer-plan' ? 'plan-approved' : 'plan-off']];
		const isReview = event.type === 'question-asked' && event.question.kind === 'exit-plan';
		return isPlan && isReview ? [[turn.id, 'look']] : [];
	}
	return [
		...(old === null ? [] : [[old.id, 'turn-end'] as const]),
		...(turn === null ? [] : [[turn.id, isPlan ? 'turn-start-in-plan' : 'turn-start'] as const]),
	];
}
