import type { AgentListEffect } from './agents/agent-list.js';
import type { AgentProfile } from './agents/profile.js';
import type { AgentChoices, ChoicesKey } from './agents/remembered-choices.js';
import type { SandboxChoiceEffect } from './agents/sandbox-choice.js';
import type { AgentVersion, AskingRecord } from './asking.js';
import type { AuthMethod } from './auth-method.js';
import type { BranchEffect } from './branch-event.js';
import type { RestoreDirection, RestoredFile } from './changes.js';
import type { OwnCommandEffect } from './commands/own-command.js';
import type { CommitEffect } from './commit/commit-event.js';
import type { FormAnswer } from './elicitation/form.js';
import type { PermissionOutcome, RememberedRule } from './policy/policy-types.js';
import type { PermissionTarget } from './policy/test-target.js';
import type { Prompt } from './prompt-schema.js';
import type { ResumeEffect } from './resuming/resume-event.js';
import type { ReviewEffect } from './review/review.js';
import type { SessionListEffect } from './session-list.js';
import type { ShadowEffect } from './shadow/shadow-event.js';
import type { SideQuestionEffect } from './side-question/side-question-event.js';
import type { SignInChoice } from './sign-in/sign-in-event.js';
import type { Snapshot } from './snapshots.js';
import type { ExitStatus } from './tool-call.js';
import type { PlanChoice } from './user-event.js';

/** Work that the reducer asks for, as plain data: `app/` carries it out and reports results and failures as events. */
export type Effect =
	| { readonly type: 'start-agent'; readonly profile: AgentProfile }
	| AgentListEffect
	| SandboxChoiceEffect
	| OwnCommandEffect
	| SessionListEffect
	/** Opens a session, or resumes `resuming` of the state; terminals of the one before are ended. */
	| { readonly type: 'open-session' }
	| ResumeEffect
	| BranchEffect
	| ShadowEffect
	| SideQuestionEffect
	| ReviewEffect
	| CommitEffect
	/** `restored`: files put back since the last prompt, which the agent hears of. */
	| {
			readonly type: 'send-prompt';
			readonly turnId: string;
			readonly sessionId: string;
			readonly prompt: Prompt;
			readonly restored?: readonly RestoredFile[];
			readonly instructions?: string;
			readonly briefing?: string;
			/** On the mode that begins or is over. */
			readonly modeWords?: string;
			readonly commands?: readonly RanCommand[];
	  }
	/** Sends words into the running turn, with the attachments of a prompt; reports back with `steering-answered`. */
	| {
			readonly type: 'steer';
			readonly sessionId: string;
			readonly prompt: Prompt;
			readonly restored?: readonly RestoredFile[];
			readonly commands?: readonly RanCommand[];
	  }
	| { readonly type: 'run-command'; readonly commandId: string; readonly line: string; readonly isWhole: boolean }
	| { readonly type: 'end-command'; readonly commandId: string }
	/** Reports back with `directory-added`. */
	| { readonly type: 'add-directory'; readonly path: string }
	| { readonly type: 'worktrees'; readonly action: 'list' | 'merge' | 'patch' }
	| { readonly type: 'add-memory'; readonly text: string; readonly isOwn?: true }
	| { readonly type: 'cancel-turn'; readonly turnId: string | null; readonly sessionId: string }
	/** Reports back with `retry-due` at `until` (ms since the epoch); the wait before ends. */
	| { readonly type: 'wait-retry'; readonly retryId: string; readonly until: number }
	| { readonly type: 'stop-retry' }
	/** Reports back with `restart-due` at `until` (ms since the epoch); the wait before ends. */
	| { readonly type: 'wait-restart'; readonly restartId: string; readonly until: number }
	| { readonly type: 'stop-restart' }
	/** Settles the promise of a waiting request. `choice`: answer to a plan review. */
	| {
			readonly type: 'answer-question';
			readonly questionId: string;
			readonly outcome: PermissionOutcome | FormAnswer;
			readonly choice?: PlanChoice;
	  }
	| { readonly type: 'apply-rules' }
	| { readonly type: 'set-agent-mode'; readonly sessionId: string; readonly modeId: string }
	| {
			readonly type: 'set-config-option';
			readonly sessionId: string;
			readonly optionId: string;
			readonly value: string | boolean;
			readonly isChosen?: true;
	  }
	| { readonly type: 'kill-agent' }
	/** Sums up the usage of other sessions; reports back with `usage-read`. */
	| { readonly type: 'read-usage' }
	/** Keys of the method are handed over beside the effect, never in it. */
	| { readonly type: 'sign-in'; readonly method: AuthMethod; readonly choice: SignInChoice }
	| { readonly type: 'stop-sign-in' }
	| { readonly type: 'sign-out' }
	| { readonly type: 'take-snapshot'; readonly turnId: string; readonly moment: SnapshotMoment }
	/** Restores `paths` as in `to`, where they still are as in `expected`. */
	| {
			readonly type: 'restore-files';
			readonly setId: string;
			readonly direction: RestoreDirection;
			readonly to: Snapshot;
			readonly expected: Snapshot;
			readonly paths: readonly string[];
	  }
	/** Looks at the files of an approved plan once the turn's changes are known; reports back with `plan-compared`. */
	| {
			readonly type: 'compare-plan';
			readonly turnId: string;
			readonly files: readonly string[];
			readonly reviewed: readonly string[];
	  }
	| { readonly type: 'store-rule'; readonly rule: RememberedRule }
	| { readonly type: 'forget-rule'; readonly rule: Pick<RememberedRule, 'decision' | 'text' | 'scope'> }
	| { readonly type: 'test-permission'; readonly target: PermissionTarget }
	| {
			readonly type: 'store-asking';
			readonly agent: AgentVersion;
			readonly record: AskingRecord;
			readonly launch: string;
	  }
	| { readonly type: 'store-choices'; readonly agent: ChoicesKey; readonly choices: AgentChoices };

/** A command of the user, for the agent: the newest of its output as plain text. */
export type RanCommand = {
	readonly line: string;
	readonly output: string;
	readonly isCut: boolean;
	readonly exit: ExitStatus;
};

/** Moments of a snapshot. `look`: the agent waits for the user's word on its plan; `plan-approved`: it gets it. */
export type SnapshotMoment =
	| 'turn-start'
	| 'turn-start-in-plan'
	| 'plan-on'
	| 'plan-off'
	| 'look'
	| 'plan-approved'
	| 'turn-end';
