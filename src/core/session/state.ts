import type { AgentCommand, AgentExit, AgentInfo, AgentModes, ConfigOption, PlanStep, Usage } from '../agent-info.js';
import type { models } from '../agent-schema.js';
import type { AgentChangeState } from '../agents/agent-list.js';
import type { AgentProfile } from '../agents/profile.js';
import type { AgentChoices } from '../agents/remembered-choices.js';
import type { RefusedFolder } from '../agents/sandbox-choice.js';
import type { AgentGrant, AskingState } from '../asking.js';
import type { BranchKind } from '../branch-event.js';
import type { ChangesState, RestoredFile } from '../changes.js';
import type { Failure } from '../failure.js';
import type { HandedTask, HandOverEnd } from '../hand-over-event.js';
import type { HookState } from '../hooks/hook.js';
import type { McpEntry } from '../mcp/server.js';
import type { ApprovedPlan } from '../plan/plan-evidence.js';
import type { OwnMode, OwnModeRef } from '../policy/own-mode.js';
import type { Mode, Rule } from '../policy/policy-types.js';
import type { Prompt } from '../prompt-schema.js';
import type { MissingMemory, OpenWait, Reopening, Resumed, Resuming, UnreachedSession } from '../resuming/resuming.js';
import type { SessionSandbox } from '../sandbox/session-sandbox.js';
import type { Read } from '../schema.js';
import type { OpenRecord } from '../session-record.js';
import type { LeftShadow, ShadowState } from '../shadow/shadow-state.js';
import type { SideQuestion } from '../side-question/side-question.js';
import type { AuthStatus } from '../sign-in/auth-status.js';
import type { SignInState } from '../sign-in/sign-in-state.js';
import type { Steering } from '../steering.js';
import type { Subagent } from '../subagents/subagent.js';
import type { TerminalView } from '../tool-call.js';
import type { SessionUsage } from '../usage/session-usage.js';
import type { Worktree } from '../worktrees/worktree.js';
import type { EntryList } from './entries/entry-list.js';
import type { AgreedAddress, Question } from './question.js';
import type { Recovery } from './recovery-state.js';

type Connection =
	| { readonly phase: 'starting'; readonly since: number }
	| { readonly phase: 'opening'; readonly since: number }
	| { readonly phase: 'ready' }
	/** The agent opens no session before the user has signed in. */
	| { readonly phase: 'signed-out'; readonly failure: Failure }
	| { readonly phase: 'failed'; readonly failure: Failure }
	| { readonly phase: 'exited'; readonly exit: AgentExit }
	| { readonly phase: 'closed' };

export type FailedPrompt = {
	readonly prompt: Prompt;
	readonly failure: Failure;
	/** Ms since the epoch. */
	readonly at: number;
	readonly sent: number;
	readonly wait?: RetryWait;
};

export type RetryWait = OpenWait & {
	/** Until the service is available (nothing else is sent before), or until a usage limit ends. */
	readonly kind: 'service' | 'reset';
};

type Change<T> = { readonly was: T; readonly is: T };

/** Settings that a command made for one turn, to be taken back at its end. */
export type TurnSettings = { readonly mode?: Change<Mode>; readonly model?: Change<string> };

export type Turn = {
	readonly id: string;
	readonly prompt: Prompt;
	readonly startedAt: number;
	/** Time with open questions (ms), and since when one is open. */
	readonly askedMs?: number;
	readonly askedSince?: number;
	/** The prompt is not sent yet: nothing that the agent says can be the answer. */
	readonly isPromptWaiting?: true;
	/** Ms since the epoch. */
	readonly lastWordAt: number;
	/** When the user stopped it (ms since the epoch). */
	readonly cancelledAt?: number;
	/** Stopped for a prompt that goes next: the queue is not held when it ends. */
	readonly isInterrupted?: boolean;
	/** Not ended within the patience after the cancel: killing is offered. */
	readonly isStuck: boolean;
	/** Tokens in the context when it began, where the agent had said so. */
	readonly contextBefore?: number;
	readonly firstEntry: number;
	readonly denied: number;
	readonly allowed: number;
	readonly sent?: number;
	/** Answered with anything: the prompt is never repeated automatically. */
	readonly hasAnswer?: true;
	readonly hasInstructions?: true;
	readonly briefing?: string | undefined;
	readonly sentCommands?: readonly string[];
	readonly sentRestored?: readonly RestoredFile[];
	/** Prompts sent into it since the agent's last word or action. */
	readonly unanswered?: readonly Prompt[];
	readonly refusedInPlan?: number;
	readonly isSandboxNoted?: true;
	/** Words on modes went with it; null: the agent knew of none before. */
	readonly instructedBefore?: string | null;
	readonly settings?: TurnSettings;
};

/** Why a plan is left undone: its turn ended, or was stopped (or failed), and then another prompt was sent. */
export type PlanHalt = 'ended' | 'stopped' | 'set-aside';

export type ModeState = {
	readonly mode: Mode;
	/** The named mode in force; `mode` is its base, or plan while its agent plans. */
	readonly own?: OwnModeRef;
	readonly isBypassAllowed: boolean;
	/** Mode after plan mode; null unless we switched the agent to its plan mode. */
	readonly agentBeforePlan: string | null;
	readonly agentInitial?: string;
	/** Start of the agent's current mode (ms since the epoch). */
	readonly agentModeSince?: number;
	/** Chosen by the user: ours does not change it any more, except for plan mode. */
	readonly agentChosen?: string;
	/** Pending switch, and the mode reported meanwhile. */
	readonly agentSwitch?: { readonly to: string; readonly reported?: string };
	readonly agentRefused?: string;
	/** The agent asks by itself for the approval of its plans. */
	readonly hasAskedToLeavePlan?: true;
	/** `/plan done` was mentioned for an answer that does not look like a plan. */
	readonly isPlanDoneMentioned?: true;
	/** A plan was approved with an option of the agent's own: its next mode is the user's choice. */
	readonly isAgentModeNext?: true;
};

export type ModelsState = Read<typeof models>;

/** Figures of what the transcript does not hold any more, for the summary at the end. */
export type EarlierWork = {
	readonly prompts: number;
	/** In ms, without the time of open questions. */
	readonly workedMs: number;
	readonly files: readonly string[];
	readonly cost: NonNullable<Usage['cost']> | null;
};

/** State of a session, folded from events. Data without functions or classes of ours: it can be cloned and serialised. */
export type SessionState = {
	readonly profile: AgentProfile;
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly branch: string | null;
	readonly worktree?: Worktree;
	readonly connection: Connection;
	/** For a review alone: none is ever started. */
	readonly isWithoutAgent?: true;
	readonly agent: AgentInfo | null;
	readonly authStatus?: AuthStatus | null;
	/** A prompt that the agent proposes; null from the next turn on. */
	readonly suggestion?: string | null;
	readonly signIn?: SignInState;
	readonly agentChange?: AgentChangeState;
	readonly sessionId: string | null;
	/** An older session is being looked for: none is opened before it is known. */
	readonly isRestoring?: true;
	/** Older session that is being resumed; absent once a session is open and set up. */
	readonly resuming?: Resuming | undefined;
	readonly reopening?: Reopening | undefined;
	/** State after a crash or end of the agent; absent: it never ended. */
	readonly recovery?: Recovery | undefined;
	/** The session goes on from another one, and its agent has not opened one for it yet. */
	readonly branchKind?: BranchKind | undefined;
	/** Sessions of other agents: the one that this session continues, and the last one that it was handed over to. */
	readonly handedOverFrom?: HandOverEnd | undefined;
	readonly handedOverTo?: HandOverEnd | undefined;
	readonly task?: HandedTask | undefined;
	/** The first prompt of a hand-over is still to come: the queue waits behind it. */
	readonly isHandOverDue?: true | undefined;
	/** Absent: a new session. */
	readonly resumed?: Resumed | undefined;
	/** Session of this transcript that the agent could not reach when the open one replaced it. */
	readonly unreached?: UnreachedSession | undefined;
	/** The open session does not remember all of the transcript. */
	readonly missing?: MissingMemory | undefined;
	readonly record?: OpenRecord | null;
	/** Why the agent took none of the MCP servers; absent when it took them. */
	readonly mcpRefusal?: string | undefined;
	/** A prompt was sent, or it is an older session: what the agent says is part of the conversation. */
	readonly isPrompted?: boolean;
	readonly areInstructionsDue?: boolean;
	readonly briefing?: string | undefined;
	readonly title: string | null;
	/** Title set by the user; null or absent: the agent decides. */
	readonly ownTitle?: string | null;
	readonly entries: EntryList;
	/** Index of the first entry since the agent's newest start: ids that it sends mean nothing before. Absent: 0. */
	readonly firstOfAgent?: number;
	/** Characters added since the transcript was last weighed, and its weight then. */
	readonly weight?: number;
	readonly awaitedParents?: ReadonlySet<string>;
	readonly turn: Turn | null;
	readonly queue: readonly Prompt[];
	/** Prompts of the queue that were handed to the agent for the running turn. */
	readonly steering?: readonly Steering[] | undefined;
	/** The queue is held after a failed or cancelled turn, until the user says so. */
	readonly isQueuePaused: boolean;
	readonly failed?: FailedPrompt;
	readonly questions: readonly Question[];
	/** Until the agent reports them completed. */
	readonly agreedAddresses?: readonly AgreedAddress[];
	readonly subagents?: ReadonlyMap<string, Subagent> | undefined;
	readonly plan: readonly PlanStep[] | null;
	readonly planHalt: PlanHalt | null;
	/** The plan that the user approved last, and what was seen of it since; absent: none, or another is made. */
	readonly approvedPlan?: ApprovedPlan | undefined;
	readonly mode: ModeState;
	readonly sandbox: SessionSandbox;
	readonly refusedFolder?: RefusedFolder | undefined;
	readonly models: ModelsState;
	readonly choices: AgentChoices;
	readonly chosenHere: AgentChoices;
	readonly rules: readonly Rule[];
	/** The MCP servers as they are since the user trusted a file of the project: for the agent's next start. */
	readonly trustedMcp?: readonly McpEntry[] | undefined;
	readonly hooks: readonly HookState[];
	readonly ownModes: readonly OwnMode[];
	/** The named mode whose instructions the agent was sent. */
	readonly instructedMode?: string | undefined;
	/** An agent's own «always», in its words: the agent remembers it, and no rule of ours stands for it. */
	readonly agentGrants?: readonly AgentGrant[];
	readonly asking: AskingState;
	readonly agentModes: AgentModes | null;
	readonly configOptions: readonly ConfigOption[];
	readonly commands: readonly AgentCommand[];
	readonly usage: Usage | null;
	readonly usageSoFar?: SessionUsage;
	readonly terminals: ReadonlyMap<string, TerminalView>;
	/** Commands of the user's in the foreground: those that esc and ctrl+c end. */
	readonly runningCommands?: readonly string[];
	readonly backgroundCommands?: readonly string[];
	/** Calls that go on though their turn is over, or whose commands do though they are. */
	readonly outlived?: number;
	readonly changes: ChangesState;
	/** Absent: the agent works, and worked, on the files themselves. */
	readonly shadow?: ShadowState;
	/** The session worked in a shadow before, and its agent works without one; absent: no changes are pending there. */
	readonly leftShadow?: LeftShadow | undefined;
	/** Work before the transcript that is here; absent while it holds everything. */
	readonly earlier?: EarlierWork;
	readonly sideQuestion?: SideQuestion;
	readonly junkLines: number;
	readonly nextEntry: number;
};
