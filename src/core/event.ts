import type { AgentEvent } from './agent-event.js';
import type { AgentExit, AgentInfo, AgentLaunch, AgentModes, ConfigOption } from './agent-info.js';
import type { AgentListEvent } from './agents/agent-list.js';
import type { AgentChoices, ForgottenChoice } from './agents/choices.js';
import type { SandboxChoiceEvent } from './agents/sandbox-choice.js';
import type { AskingRecord, UnaskedAction } from './asking.js';
import type { ContentBlock } from './content.js';
import type { ElicitationEvent } from './elicitation/elicitation.js';
import type { FormAnswer } from './elicitation/form.js';
import type { Failure } from './failure.js';
import type { FilesEvent } from './files-event.js';
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
import type { RecoveryEvent } from './recovery-event.js';
import type { RetryEvent } from './retry-event.js';
import type { CommandHold } from './sandbox/command-hold.js';
import type { SandboxEvent } from './sandbox/sandbox-event.js';
import type { Question, RefusalsChoice } from './session/questions/question.js';
import type { RefusedSwitch } from './session/sign-in/sign-in-state.js';
import type { ModelsState, Prompt } from './session/state.js';
import type { BranchEvent } from './sessions/branch-event.js';
import type { HandOverEvent } from './sessions/hand-over-event.js';
import type { ResumeEvent } from './sessions/resume-event.js';
import type { FailedRung, Resumed } from './sessions/resuming.js';
import type { SessionListEvent } from './sessions/session-list.js';
import type { SessionsEvent } from './sessions/sessions-event.js';
import type { ShadowEvent } from './shadow/shadow-event.js';
import type { SideQuestionEvent } from './side-question/side-question-event.js';
import type { SignInEvent } from './sign-in/sign-in-event.js';
import type { SteeringEvent } from './steering-event.js';
import type { SubagentEvent } from './subagents/subagent.js';
import type { DiffLines, ExitStatus, ToolKind, ToolVerdict } from './tool-call.js';
import type { TurnEvent } from './turn-event.js';
import type { UsageEvent } from './usage/usage-event.js';

/**
 * Everything that can happen to a session. The reducer folds these, with the time at which they
 * happened, into the state; a saved log of them replays to the same state.
 */
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

/** The life of the agent's process, its session and its turns. */
export type LifecycleEvent =
	| TurnEvent
	| { readonly type: 'agent-starting'; readonly launch: AgentLaunch }
	/** `asking`: what this agent showed in earlier sessions. `choices`: what the user chose of it then. */
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
			/** Why the agent took none of the MCP servers; absent when it took them. */
			readonly mcpRefusal?: string;
			/** Updates came before the answer: they are folded in before anything is sent, up to `session-ready`. */
			readonly isMoreComing?: boolean;
			/** How an older session was taken up, and what did not work before; absent: it is a new one. */
			readonly resumed?: Resumed;
			readonly resumeFailures?: readonly FailedRung[];
			/** The older session, which may still be there though a new one took its place; null: it is gone. */
			readonly unreached?: string | null;
	  }
	/**
	 * What the agent knows of an older session and the transcript does not: it goes before the entry with this id, or to
	 * the end. It is history: nothing is asked, decided or counted.
	 */
	| { readonly type: 'history'; readonly before: string | null; readonly events: readonly AgentEvent[] }
	/** The user wants the agent to know this of an earlier conversation: it goes with the next prompt. */
	| { readonly type: 'briefing-given'; readonly text: string }
	/** The agent is set up: which models are in use, and which of the user's choices are not there any more. */
	| { readonly type: 'session-set-up'; readonly models: ModelsState; readonly forgotten: readonly ForgottenChoice[] }
	/** What came before the session was open is in: what waits is sent. */
	| { readonly type: 'session-ready' }
	/** Starting, the handshake or opening the session failed. */
	| { readonly type: 'agent-failed'; readonly failure: Failure }
	/** `isRestarted`: where it crashed, it is started again by itself. */
	| { readonly type: 'agent-exited'; readonly exit: AgentExit; readonly isRestarted?: true }
	| { readonly type: 'junk-lines'; readonly count: number }
	| { readonly type: 'branch'; readonly branch: string | null }
	/** All folders beside the workspace, and the one that is new; null: it was part of another, as `remark` says. */
	| {
			readonly type: 'directory-added';
			readonly directories: readonly string[];
			readonly added: string | null;
			readonly remark: string | null;
	  }
	/** A command of the user could not be started. */
	| { readonly type: 'command-failed'; readonly commandId: string; readonly failure: Failure }
	/** A command of the user runs. Its terminal has the id of the command. */
	| { readonly type: 'command-started'; readonly commandId: string; readonly cwd: string }
	| { readonly type: 'command-output'; readonly commandId: string; readonly data: string }
	| { readonly type: 'command-ended'; readonly commandId: string; readonly exit: ExitStatus }
	/** A command of the user got the whole terminal. */
	| { readonly type: 'command-whole'; readonly commandId: string }
	/**
	 * An effect failed outside a turn. `refusedModeId`: the agent refused this mode of its own. `refusedSwitch`: what it
	 * refused for want of a sign-in.
	 */
	| {
			readonly type: 'effect-failed';
			readonly failure: Failure;
			readonly refusedModeId?: string;
			/** The agent refused this value of an option. */
			readonly refusedOption?: { readonly optionId: string; readonly value: string | boolean };
			readonly refusedSwitch?: RefusedSwitch;
	  }
	/** The agent accepted our switch of its mode or option. */
	| { readonly type: 'agent-mode-set'; readonly modeId: string }
	| {
			readonly type: 'config-options-set';
			readonly options: readonly ConfigOption[];
			/** What was asked for: an agent may answer with another value. */
			readonly wanted?: { readonly optionId: string; readonly value: string | boolean; readonly isChosen?: true };
	  };

/** What the user does. */
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
	/** Moves a queued prompt by a place: -1 is earlier. */
	| { readonly type: 'queue-move'; readonly promptId: string; readonly by: -1 | 1 }
	/** Makes one prompt of a queued one and the next. */
	| { readonly type: 'queue-merge'; readonly promptId: string }
	/** Lets a held queue go on. */
	| { readonly type: 'queue-resume' }
	/** Puts the question in front of those that stand open. */
	| { readonly type: 'show-question'; readonly questionId: string }
	| { readonly type: 'cancel' }
	/** A command line of the user's own. `isPrivate`: the agent is not told; `isWhole`: it wants the whole terminal. */
	| { readonly type: 'run-command'; readonly line: string; readonly isPrivate: boolean; readonly isWhole: boolean }
	| { readonly type: 'end-command'; readonly commandId: string }
	| { readonly type: 'share-command'; readonly commandId: string; readonly isPrivate: boolean }
	/** A folder beside the workspace for the agent to work in as well; without a path: which ones are there? */
	| { readonly type: 'add-directory'; readonly path: string }
	/** Lists the git worktrees, or takes over what was done in the one that the session works in. */
	| { readonly type: 'worktrees'; readonly action: 'list' | 'merge' | 'patch' }
	/** A line for the file of the project that the agent reads first: it is shown before. */
	| { readonly type: 'add-memory'; readonly text: string }
	/** `remember` also writes one of the rules that the question offers. */
	| {
			readonly type: 'answer';
			readonly questionId: string;
			readonly outcome: PermissionOutcome;
			readonly remember?: { readonly text: string; readonly scope: RuleScope };
	  }
	/** The user's answer to an agent's form. */
	| { readonly type: 'answer-form'; readonly questionId: string; readonly answer: FormAnswer }
	/** The word on an agent that plan mode refuses again and again. */
	| { readonly type: 'answer-refusals'; readonly questionId: string; readonly choice: RefusalsChoice }
	/** The agent's last words are to be reviewed as its plan. */
	| { readonly type: 'review-plan' }
	/** Takes an answer of theirs back. */
	| { readonly type: 'remove-rule'; readonly rule: RuleKey }
	/** What would become of this in each mode? The answer is a note. */
	| { readonly type: 'test-permission'; readonly target: PermissionTarget }
	/** The choice on an exit from plan mode; `feedback` goes to the agent as the next message. */
	/** `blocks` is what is sent for `feedback`: its text and what goes with it; the text alone unless given. */
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
	/** Takes an «always» of the agent's own back: it is put into its asking mode again. */
	| { readonly type: 'ask-again' }
	/** A new session with the same agent; the transcript stays, see `clear-transcript`. */
	| { readonly type: 'new-session' }
	/** The session has this title from now on, whatever the agent calls it; one that is empty gives that back to the agent. */
	| { readonly type: 'session-renamed'; readonly title: string }
	| { readonly type: 'clear-transcript' }
	/** What was chosen of the agent before is not chosen again at its next start. */
	| { readonly type: 'forget-choices' }
	| { readonly type: 'restart-agent' }
	| { readonly type: 'kill-agent' }
	/** Takes changes back: of the set with this id, else of the newest that has any; `paths` absent means all. */
	| { readonly type: 'undo'; readonly setId?: string; readonly paths?: readonly string[] }
	/** Reverses the last `undo`. */
	| { readonly type: 'redo' }
	/** A word of this program in the transcript (the answer of a slash command of ours). */
	| {
			readonly type: 'note';
			readonly level: 'info' | 'warning' | 'error';
			readonly title: string;
			readonly detail?: string;
			readonly hint?: string;
			/** It tells what the user answered to a question of the agent: the title asks, the detail has the answer. */
			readonly isAnswer?: true;
	  };

/** The three ways out of a plan review. */
export type PlanChoice = 'review-edits' | 'accept-edits' | 'keep-planning';

/** What the gate decided or has to ask. */
export type GateEvent =
	| { readonly type: 'question-asked'; readonly question: Question }
	/** A request was decided without the user, or by them. Counts, and marks the tool call's card. */
	| {
			readonly type: 'decided';
			readonly toolCallId?: string;
			readonly title: string;
			/** The kind of what was decided on; reading that needs no question is not «something let through». */
			readonly kind?: ToolKind;
			readonly verdict: ToolVerdict;
			readonly source: 'policy' | 'user';
	  }
	/** The agent did something without asking that would have been asked about or refused. */
	| { readonly type: 'unasked'; readonly action: UnaskedAction }
	/** A rule holds from now on. */
	| { readonly type: 'rule-added'; readonly rule: Rule }
	/** Where the changes of a call begin in their files, in the order of its content. */
	| {
			readonly type: 'changes-located';
			readonly toolCallId: string;
			readonly lines: readonly (DiffLines | null)[];
	  }
	/** The agent took a request back (`$/cancel_request`), or the turn ended with it open. */
	| { readonly type: 'question-withdrawn'; readonly questionId: string }
	/** The agent says something else of what a standing question is about; what it comes to follows. */
	| { readonly type: 'question-changing'; readonly questionId: string }
	/** What a standing question is about now; without `request` it is what it was. */
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
