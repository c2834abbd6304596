import type { AgentEvent } from './agent-event.js';
import type { AgentListEvent } from './agents/agent-list.js';
import type { SandboxChoiceEvent } from './agents/sandbox-choice.js';
import type { BranchEvent } from './branch-event.js';
import type { OwnCommandEvent } from './commands/own-command.js';
import type { CommitEvent } from './commit/commit-event.js';
import type { ElicitationEvent } from './elicitation/elicitation.js';
import type { FilesEvent } from './files-event.js';
import type { GateEvent } from './gate-event.js';
import type { HandOverEvent } from './hand-over-event.js';
import type { HookRanEvent } from './hooks/hook-event.js';
import type { LifecycleEvent } from './lifecycle-event.js';
import type { ResumeEvent, SessionsEvent } from './resuming/resume-event.js';
import type { RecoveryEvent, RetryEvent } from './retry-event.js';
import type { ReviewEvent } from './review/review.js';
import type { SandboxEvent } from './sandbox/session-sandbox.js';
import type { SessionListEvent } from './session-list.js';
import type { SettingsEvent } from './settings/setting.js';
import type { ShadowEvent } from './shadow/shadow-event.js';
import type { SideQuestionEvent } from './side-question/side-question-event.js';
import type { SignInEvent } from './sign-in/sign-in-event.js';
import type { SteeringEvent } from './steering-event.js';
import type { SubagentEvent } from './subagent-event.js';
import type { UsageEvent } from './usage/usage-report.js';
import type { UserEvent } from './user-event.js';

/** Everything that can happen to a session. With their times, a log of them replays to the same state. */
export type AppEvent =
	| AgentEvent
	| LifecycleEvent
	| UserEvent
	| GateEvent
	| FilesEvent
	| SignInEvent
	| AgentListEvent
	| SandboxChoiceEvent
	| ElicitationEvent
	| SessionListEvent
	| SettingsEvent
	| SubagentEvent
	| UsageEvent
	| RetryEvent
	| RecoveryEvent
	| SessionsEvent
	| ResumeEvent
	| BranchEvent
	| ShadowEvent
	| SideQuestionEvent
	| CommitEvent
	| SteeringEvent
	| HandOverEvent
	| SandboxEvent
	| HookRanEvent
	| OwnCommandEvent
	| ReviewEvent;
