import type { AgentEvent } from './agent-event.js';
import type { AgentExit, AgentInfo, AgentLaunch, AgentModes, ConfigOption, StopReason } from './agent-info.js';
import type { AgentListEvent } from './agents/agent-list.js';
import type { AgentChoices, ForgottenChoice } from './agents/choices.js';
import type { SandboxChoiceEvent } from './agents/sandbox-choice.js';
import type { AskingRecord, UnaskedAction } from './asking.js';
import type { FilesEvent } from './changes.js';
import type { ContentBlock } from './content.js';
import type { ElicitationEvent } from './elicitation/elicitation.js';
import type { FormAnswer } from './elicitation/form.js';
import type { Failure } from './failure.js';
import type { PermissionTarget } from './policy/test-target.js';
import type {
	ActionRequest,
	AlwaysOffer,
	Mode,
	PermissionOutcome,
	Rule,
	RuleKey,
	RuleScope,
	Verdict,
} from './policy/types.js';
import type { RetryChance, RetryEvent } from './retry-event.js';
import type { CommandHold, SandboxEvent } from './sandbox/session-sandbox.js';
import type { Question, RefusalsChoice } from './session/question.js';
import type { RecoveryEvent } from './session/recovery/recovery.js';
import type { RefusedSwitch } from './session/sign-in/sign-in-state.js';
import type { ModelsState, Prompt } from './session/state.js';
import type { BranchEvent } from './sessions/branch-event.js';
import type { HandOverEvent } from './sessions/hand-over-event.js';
import type { ResumeEvent, SessionsEvent } from './sessions/resume-event.js';
import type { FailedRung, Resumed } from './sessions/resuming.js';
import type { SessionListEvent } from './sessions/session-list.js';
import type { ShadowEvent } from './shadow/shadow-event.js';
import type { SideQuestionEvent } from './side-question/side-question-event.js';
import type { SignInEvent } from './sign-in/sign-in-event.js';
import type { SteeringEvent } from './steering-event.js';
import type { SubagentEvent } from './subagents/subagent.js';
import type { DiffLines, ExitStatus, ToolKind, ToolVerdict } from './tool-call.js';
import type { PromptUsage } from './usage/tokens.js';
import type { UsageEvent } from './usage/usage-report.js';

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
	| SubagentEvent
	| UsageEvent
	| RetryEvent
	| RecoveryEvent
	| SessionsEvent
	| ResumeEvent
	| BranchEvent
	| ShadowEvent
	| SideQuestionEvent
	| SteeringEvent
	| HandOverEvent
	| SandboxEvent;

export type LifecycleEvent =
	| TurnEvent
	| { readonly type: 'agent-starting'; readonly launch: AgentLaunch }
	/** `asking`, `choices`: saved from earlier sessions. */
	| {
			readonly type: 'agent-connected';
			readonly info: AgentInfo;
			readonly asking?: AskingRecord;
			readonly choices?: AgentChoices;
	  }
	| {
			readonly type: 'session-opened';
			readonly sessionId: string;
			readonly modes: AgentModes | null;
			readonly options: readonly ConfigOption[];
			readonly mcpRefusal?: string;
			/** Updates came before the answer: they are folded in before anything is sent, up to `session-ready`. */
			readonly isMoreComing?: boolean;
			/** How an older session was resumed, and the ways that failed before; absent for a new one. */
			readonly resumed?: Resumed;
			readonly resumeFailures?: readonly FailedRung[];
			/** The older session, which may still exist though a new one took its place; null: it is gone. */
			readonly unreached?: string | null;
	  }
	/** History that the transcript lacks, before the entry with this id or at the end. It is shown, and nothing else. */
	| { readonly type: 'history'; readonly before: string | null; readonly events: readonly AgentEvent[] }
	| { readonly type: 'briefing-given'; readonly text: string }
	| { readonly type: 'session-set-up'; readonly models: ModelsState; readonly forgotten: readonly ForgottenChoice[] }
	| { readonly type: 'session-ready' }
	| { readonly type: 'agent-failed'; readonly failure: Failure }
	/** `isRestarted`: it crashed and is restarted automatically. */
	| { readonly type: 'agent-exited'; readonly exit: AgentExit; readonly isRestarted?: true }
	| { readonly type: 'junk-lines'; readonly count: number }
	| { readonly type: 'branch'; readonly branch: string | null }
	/** All additional folders, and the new one; null: it was part of another, as `remark` says. */
	| {
			readonly type: 'directory-added';
			readonly directories: readonly string[];
			readonly added: string | null;
			readonly remark: string | null;
	  }
	| { readonly type: 'command-failed'; readonly commandId: string; readonly failure: Failure }
	| { readonly type: 'command-started'; readonly commandId: string; readonly cwd: string }
	| { readonly type: 'command-output'; readonly commandId: string; readonly data: string }
	| { readonly type: 'command-ended'; readonly commandId: string; readonly exit: ExitStatus }
	| { readonly type: 'command-whole'; readonly commandId: string }
	/** `refusedModeId`: agent mode that was refused. `refusedSwitch`: switch that needs a sign-in. */
	| {
			readonly type: 'effect-failed';
			readonly failure: Failure;
			readonly refusedModeId?: string;
			readonly refusedOption?: { readonly optionId: string; readonly value: string | boolean };
			readonly refusedSwitch?: RefusedSwitch;
	  }
	| { readonly type: 'agent-mode-set'; readonly modeId: string }
	| {
			readonly type: 'config-options-set';
			readonly options: readonly ConfigOption[];
			/** The requested value: an agent may answer with another one. */
			readonly wanted?: { readonly optionId: string; readonly value: string | boolean; readonly isChosen?: true };
	  };

export type UserEvent =
	/**
	 * Sent, or queued while a turn runs. `isFirst` puts it before what waits already, `interrupts` also stops the turn.
	 * `place` is where it stood in the queue before it was taken back, from 0: there it waits again.
	 */
	| {
			readonly type: 'prompt';
			readonly prompt: Prompt;
			readonly isFirst?: boolean;
			readonly interrupts?: boolean;
			readonly place?: number;
	  }
	| { readonly type: 'queue-edit'; readonly promptId: string; readonly text: string }
	| { readonly type: 'queue-remove'; readonly promptId: string }
	/** Puts a prompt that was taken back into the queue again, at its place (from 0). `isHeld`: the queue is on hold. */
	| { readonly type: 'queue-insert'; readonly prompt: Prompt; readonly place: number; readonly isHeld?: true }
	/** -1 is earlier. */
	| { readonly type: 'queue-move'; readonly promptId: string; readonly by: -1 | 1 }
	| { readonly type: 'queue-merge'; readonly promptId: string }
	| { readonly type: 'queue-resume' }
	| { readonly type: 'show-question'; readonly questionId: string }
	| { readonly type: 'cancel' }
	/** A command line of the user's own. `isPrivate`: the agent is not told; `isWhole`: it wants the whole terminal. */
	| { readonly type: 'run-command'; readonly line: string; readonly isPrivate: boolean; readonly isWhole: boolean }
	| { readonly type: 'end-command'; readonly commandId: string }
	| { readonly type: 'share-command'; readonly commandId: string; readonly isPrivate: boolean }
	| { readonly type: 'add-directory'; readonly path: string }
	| { readonly type: 'worktrees'; readonly action: 'list' | 'merge' | 'patch' }
	| { readonly type: 'add-memory'; readonly text: string }
	/** `remember` also writes one of the rules that the question offers. */
	| {
			readonly type: 'answer';
			readonly questionId: string;
			readonly outcome: PermissionOutcome;
			readonly remember?: { readonly text: string; readonly scope: RuleScope };
	  }
	| { readonly type: 'answer-form'; readonly questionId: string; readonly answer: FormAnswer }
	| { readonly type: 'answer-refusals'; readonly questionId: string; readonly choice: RefusalsChoice }
	| { readonly type: 'review-plan' }
	| { readonly type: 'remove-rule'; readonly rule: RuleKey }
	| { readonly type: 'test-permission'; readonly target: PermissionTarget }
	/** `feedback` goes to the agent as the next message; `blocks`: what is sent for it, its text alone when absent. */
	| {
			readonly type: 'answer-plan';
			readonly questionId: string;
			readonly choice: PlanChoice;
			readonly feedback?: string;
			readonly blocks?: readonly ContentBlock[];
	  }
	| { readonly type: 'set-mode'; readonly mode: Mode }
	| { readonly type: 'set-agent-mode'; readonly modeId: string }
	| { readonly type: 'set-config-option'; readonly optionId: string; readonly value: string | boolean }
	| { readonly type: 'ask-again' }
	/** A new session with the same agent; the transcript stays, see `clear-transcript`. */
	| { readonly type: 'new-session' }
	/** Sets a title that the agent's does not replace; an empty one gives that back to the agent. */
	| { readonly type: 'session-renamed'; readonly title: string }
	| { readonly type: 'clear-transcript' }
	| { readonly type: 'forget-choices' }
	| { readonly type: 'restart-agent' }
	| { readonly type: 'kill-agent' }
	/** Takes changes back: of the set with this id, else of the newest that has any; `paths` absent means all. */
	| { readonly type: 'undo'; readonly setId?: string; readonly paths?: readonly string[] }
	/** Reverses the last `undo`. */
	| { readonly type: 'redo' }
	| {
			readonly type: 'note';
			readonly level: 'info' | 'warning' | 'error';
			readonly title: string;
			readonly detail?: string;
			readonly hint?: string;
			readonly isAnswer?: true;
	  };

export type PlanChoice = 'review-edits' | 'accept-edits' | 'keep-planning';

export type GateEvent =
	| { readonly type: 'question-asked'; readonly question: Question }
	/** Decision on a request, by rule, mode or user. Counts, and marks the tool call's card. */
	| {
			readonly type: 'decided';
			readonly toolCallId?: string;
			readonly title: string;
			/** Kind of call that was decided on; reads that need no question are not counted as allowed. */
			readonly kind?: ToolKind;
			readonly verdict: ToolVerdict;
			readonly source: 'policy' | 'user';
	  }
	| { readonly type: 'unasked'; readonly action: UnaskedAction }
	| { readonly type: 'rule-added'; readonly rule: Rule }
	/** Where the changes of a call begin in their files, in the order of its content. */
	| {
			readonly type: 'changes-located';
			readonly toolCallId: string;
			readonly lines: readonly (DiffLines | null)[];
	  }
	/** The agent cancelled a request (`$/cancel_request`), or the turn ended with it open. */
	| { readonly type: 'question-withdrawn'; readonly questionId: string }
	/** The agent changed the subject of an open question; the new decision follows. */
	| { readonly type: 'question-changing'; readonly questionId: string }
	/** New subject of an open question; without `request` the old one. */
	| {
			readonly type: 'question-changed';
			readonly questionId: string;
			readonly request?: ActionRequest;
			readonly because?: string;
			readonly offers?: readonly AlwaysOffer[];
			readonly inAcceptEdits?: Verdict;
			readonly hold?: CommandHold;
			readonly waits?: true;
			readonly plan?: string;
	  };

type TurnEvent =
	/** The prompt of a turn waits for something before it is sent, and then it is sent. */
	| { readonly type: 'prompt-waiting' | 'prompt-sent'; readonly turnId: string }
	| {
			readonly type: 'turn-ended';
			readonly turnId: string;
			readonly reason: StopReason;
			readonly word?: string;
			readonly usage?: PromptUsage;
			/** The agent's words say that a limit stopped it, though it ended the turn in the ordinary way. */
			readonly failure?: Failure;
	  }
	| {
			readonly type: 'turn-failed';
			readonly turnId: string;
			readonly failure: Failure;
			readonly retry?: RetryChance;
	  }
	| { readonly type: 'cancel-ignored'; readonly turnId: string };
