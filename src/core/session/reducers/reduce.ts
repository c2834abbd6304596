import type { AppEvent } from '../../event.js';
import { onAgentList } from '../agents/choose-agent.js';
import { onBranch } from '../branching/branch.js';
import { onHandOver } from '../branching/hand-over.js';
import { withSnapshots } from '../changes/snapshot-moments.js';
import { trimTranscript } from '../entries/weight.js';
import { followAgentMode } from '../modes/agent-mode.js';
import { followModel } from '../options/follow-model.js';
import { followGrants } from '../questions/agent-grants.js';
import { learnFromRequest } from '../questions/asking.js';
import { onElicitation } from '../questions/elicitation.js';
import { followQuestionTime } from '../questions/question-time.js';
import { onRecovery } from '../recovery/restart.js';
import { onSessions } from '../restored.js';
import { onResume } from '../resuming/resume.js';
import { noteAnswer } from '../retry/answer.js';
import { heldByAnswer, onRetry } from '../retry/retry.js';
import { onSandboxChoice } from '../sandbox/choose-sandbox.js';
import { onSandbox } from '../sandbox/follow-sandbox.js';
import { onSessionList } from '../session-list.js';
import { onShadow } from '../shadow/shadow.js';
import { onSideQuestion } from '../side-question/side-question.js';
import { onSignIn } from '../sign-in/sign-in.js';
import type { SessionState } from '../state.js';
import { onSteering, settleSteerings } from '../steering/steer.js';
import { onSubagents } from '../subagents/reduce-subagents.js';
import { followUsage } from '../usage/follow-usage.js';
import { onUsage } from '../usage/show-usage.js';
import { boundEvent } from './bound-event.js';
import { onAgent } from './reduce-agent.js';
import { onFiles } from './reduce-files.js';
import { onGate } from './reduce-gate.js';
import { onLifecycle } from './reduce-lifecycle.js';
import { onUser } from './reduce-user.js';
import type { Reducers } from './reducers.js';
import type { Step } from './step.js';

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
	...onSessionList,
	...onShadow,
	...onSideQuestion,
	...onSteering,
	...onSubagents,
	...onSandbox,
	...onSandboxChoice,
};

/**
 * Folds one event, which happened at `at` (ms since the epoch), into the state, and returns the effects. Pure and
 * total: the same log of events gives the same state.
 */
export function reduce(state: SessionState, event: AppEvent, at: number): Step {
	const bounded = boundEvent(event);
	const answered = noteAnswer(state, bounded);
	const followed = followModel(
		state,
		bounded,
		heldByAnswer(state, bounded, settleSteerings(state, fold(answered, bounded, at)), at),
	);
	const folded = learnFromRequest(followed, bounded);
	const step = withSnapshots(state, bounded, folded);
	const moded = followGrants(state, followAgentMode(state, step.state, at));
	const timed = followUsage(state, followQuestionTime(state, moded, at), bounded, at);
	const trimmed = trimTranscript(state, bounded, timed);
	return trimmed === step.state ? step : { ...step, state: trimmed };
}

function fold(state: SessionState, event: AppEvent, at: number): Step {
	// The row of an event's type takes that event; the compiler cannot see that the two belong together.
	const row = REDUCERS[event.type] as (state: SessionState, event: AppEvent, at: number) => Step;
	return row(state, event, at);
}
