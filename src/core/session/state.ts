import type { AgentCommand, AgentExit, AgentInfo, AgentModes, ConfigOption, PlanStep, Usage } from '../agent-info.js';
import type { AgentListState } from '../agents/agent-list.js';
import type { AgentChoices } from '../agents/choices.js';
import type { AgentProfile } from '../agents/profile.js';
import type { RefusedFolder } from '../agents/sandbox-choice.js';
import type { AgentGrant, AskingState } from '../asking.js';
import type { ChangesState, RestoredFile } from '../changes.js';
import type { ContentBlock } from '../content.js';
import type { Failure } from '../failure.js';
import type { Mode, Rule } from '../policy/types.js';
import type { SessionSandbox } from '../sandbox/session-sandbox.js';
import type { BranchKind, RewindFiles } from '../sessions/branch-event.js';
import type { HandedTask, HandOverEnd } from '../sessions/hand-over-event.js';
import type { OpenRecord } from '../sessions/record.js';
import type { MissingMemory, Resumed, Resuming, UnreachedSession } from '../sessions/resuming.js';
import type { RecentSession, SessionListState } from '../sessions/session-list.js';
import type { LeftShadow, ShadowState } from '../shadow/shadow-state.js';
import type { SideQuestion } from '../side-question/side-question.js';
import type { AuthStatus } from '../sign-in/auth-status.js';
import type { Steering } from '../steering.js';
import type { Subagent } from '../subagents/subagent.js';
import type { TerminalView } from '../tool-call.js';
import type { SessionUsage } from '../usage/session-usage.js';
import type { Worktree } from '../worktrees/worktree.js';
import type { EntryList } from './entries/entry-list.js';
import type { PastedRange } from './prompts/pastes.js';
import type { AgreedAddress, Question } from './questions/question.js';
import type { Recovery } from './recovery/recovery.js';
import type { Reopening } from './resuming/reopening.js';
import type { SignInState } from './sign-in/sign-in-state.js';

/** Where the agent stands. */
type Connection =
	| { readonly phase: 'starting'; readonly since: number }
	| { readonly phase: 'opening'; readonly since: number }
	| { readonly phase: 'ready' }
	/** It runs, but opens no session before the user has signed in. */
	| { readonly phase: 'signed-out'; readonly failure: Failure }
	| { readonly phase: 'failed'; readonly failure: Failure }
	| { readonly phase: 'exited'; readonly exit: AgentExit }
	| { readonly phase: 'closed' };

/** A prompt that the user wrote: what is shown and what is sent. */
export type Prompt = {
	readonly id: string;
	readonly text: string;
	readonly blocks: readonly ContentBlock[];
	/** What of the text was pasted as a block, in order. */
	readonly pastes?: readonly PastedRange[];
	/** It was refused, or failed: the transcript shows it already, and it goes once more. */
	readonly isShown?: true;
	/** The only one of a run that nobody watches: what waits behind it stays waiting. */
	readonly isAlone?: true;
};

/** The prompt of the last turn, which failed. It is forgotten when another prompt is sent. */
export type FailedPrompt = {
	readonly prompt: Prompt;
	readonly failure: Failure;
	/** When the turn failed (ms since the epoch). */
	readonly at: number;
	/** How often it was sent by now. */
	readonly sent: number;
	/** It goes once more by itself; absent: only when the user says so. */
	readonly wait?: RetryWait;
};

/** A prompt that waits to be sent again. */
export type RetryWait = {
	/** Of this wait alone: a timer of an earlier one changes nothing. */
	readonly id: string;
	/** When it goes (ms since the epoch). */
	readonly until: number;
	/** Until the service can be tried again (nothing else is sent before), or until a usage limit ends. */
	readonly kind: 'service' | 'reset';
	/** How often a prompt goes again at most. */
	readonly limit: number;
};

/** The running prompt turn. */
export type Turn = {
	readonly id: string;
	readonly prompt: Prompt;
	readonly startedAt: number;
	/** Milliseconds that questions of it stood open, and since when one does. */
	readonly askedMs?: number;
	readonly askedSince?: number;
	/** Its prompt has not been sent yet: nothing that the agent says can be the answer. */
	readonly isPromptWaiting?: true;
	/** When the agent last sent anything. */
	readonly lastWordAt: number;
	/** When the user asked to stop it. */
	readonly cancelledAt?: number;
	/** It was stopped for a prompt that goes next: the queue is not held when it ends. */
	readonly isInterrupted?: boolean;
	/** The agent did not end it within the patience after the cancel: killing is offered. */
	readonly isStuck: boolean;
	/** Index of the first entry of this turn. */
	readonly firstEntry: number;
	/** Requests that the mode or a rule refused in this turn, and those let through. */
	readonly denied: number;
	readonly allowed: number;
	/** How often its prompt was sent before: it failed, and goes again. */
	readonly sent?: number;
	/** The agent said, did or asked something: the prompt is never sent again by itself. */
	readonly hasAnswer?: true;
	/** The user's standing instructions go with the prompt. */
	readonly hasInstructions?: true;
	/** The briefing that goes with the prompt. */
	readonly briefing?: string | undefined;
	/** Commands of the user whose output went with the prompt. */
	readonly sentCommands?: readonly string[];
	/** Files whose restoring was told with the prompt. */
	readonly sentRestored?: readonly RestoredFile[];
	/** Prompts that were sent into it, since which the agent has said and done nothing. */
	readonly unheard?: readonly Prompt[];
	/** Of those refused, the ones by plan mode. */
	readonly refusedInPlan?: number;
	/** It was said that the sandbox kept the agent from something. */
	readonly isSandboxTold?: true;
};

/** A plan that was left undone: its turn ended, or was stopped (or failed), and then another prompt was sent. */
export type PlanHalt = 'ended' | 'stopped' | 'set-aside';

/** The permission mode and what is known of the agent's own. */
export type ModeState = {
	readonly mode: Mode;
	/** `bypassPermissions` is in reach (the command line allowed it). */
	readonly isBypassAllowed: boolean;
	/** What the agent goes back to when plan mode ends; null unless we switched it to its plan mode. */
	readonly agentBeforePlan: string | null;
	/** The session mode of its own that the agent began in. */
	readonly agentInitial?: string;
	/** When the agent went into the mode of its own that it is in (ms since the epoch). */
	readonly agentModeSince?: number;
	/** The session mode of the agent that the user chose: ours does not change it any more, except for plan mode. */
	readonly agentChosen?: string;
	/** The session mode that the agent is being switched to, and the one that it reported meanwhile. */
	readonly agentSwitch?: { readonly to: string; readonly reported?: string };
	/** The mode of its own that the agent did not take. */
	readonly agentRefused?: string;
	/** The agent asked for a plan to be approved: it does so by itself when it has one. */
	readonly hasAskedToLeavePlan?: true;
	/** It was said that `/plan done` approves an answer that does not look like a plan. */
	readonly isPlanDoneMentioned?: true;
	/** The user approved a plan with an option of the agent's own: the mode that it goes to next is theirs. */
	readonly isAgentModeNext?: true;
};

/** Which models are in use; null: the agent's own. */
export type ModelsState = {
	readonly work: string | null;
	/** The one for plan mode; null: the same as outside of it. */
	readonly plan: string | null;
	/** The agent is being switched to this one. */
	readonly switching?: string;
	/** The agent did not take this one. */
	readonly refused?: string;
};

/** What the transcript does not hold any more: what is said when the program is left counts it as well. */
export type EarlierWork = {
	/** Prompts of the user. */
	readonly prompts: number;
	/** How long the agent worked, in ms, without the time that questions stood open. */
	readonly workedMs: number;
	/** Paths that the agent's turns changed, each once. */
	readonly files: readonly string[];
	/** What the sessions before this one cost; null where none of them said so. */
	readonly cost: NonNullable<Usage['cost']> | null;
};

/** Everything that happened in a session, as far as it can be shown; folded from events. Data alone, in which big numbers and maps may stand. */
export type SessionState = {
	/** The agent, and what it is set up with. */
	readonly profile: AgentProfile;
	readonly cwd: string;
	/** Resolved folders beside it that agents may read and edit as well. */
	readonly additionalDirectories: readonly string[];
	readonly branch: string | null;
	/** The git worktree of ours that `cwd` lies in; absent: none. */
	readonly worktree?: Worktree;
	readonly connection: Connection;
	readonly agent: AgentInfo | null;
	/** What the agent said last of the account that it works with; null or absent: nothing. */
	readonly authStatus?: AuthStatus | null;
	/** A sign-in that is wanted, runs, or was left. */
	readonly signIn?: SignInState;
	/** Absent until the user asks for another agent. */
	readonly agentList?: AgentListState;
	/** The list of sessions; absent or null while it is not open. */
	readonly sessionList?: SessionListState | null;
	/** The session of this folder that was left last, within a day; absent without one. */
	readonly recentSession?: RecentSession;
	readonly sessionId: string | null;
	/** An older session that is being looked for: none is opened before it is known. */
	readonly isRestoring?: true;
	/** An older session that is being taken up; absent once a session is open and set up. */
	readonly resuming?: Resuming | undefined;
	/** A session that could not be opened, until one is; absent: none. */
	readonly reopening?: Reopening | undefined;
	/** How an agent that crashed or was ended comes back; absent: it never was. */
	readonly recovery?: Recovery | undefined;
	/** The session goes on from another one, and its agent has not opened one for it yet. */
	readonly branchKind?: BranchKind | undefined;
	/** The session of another agent that this one goes on from, and the last one that it was handed over to; absent: none. */
	readonly handedOverFrom?: HandOverEnd | undefined;
	readonly handedOverTo?: HandOverEnd | undefined;
	/** What those sessions were about; absent: this one goes on from none. */
	readonly task?: HandedTask | undefined;
	/** The first prompt of a hand-over is still to come: what is sent waits behind it. */
	readonly isHandOverDue?: true | undefined;
	/** What going back to a prompt would do to the files; null or absent: it is not known. */
	readonly rewind?: RewindFiles | null;
	/** How the open session was taken up; absent: it is a new one. */
	readonly resumed?: Resumed | undefined;
	/** The session of this transcript that the agent could not reach when the open one took its place; absent: none. */
	readonly unreached?: UnreachedSession | undefined;
	/** The open session does not remember all of the transcript. */
	readonly missing?: MissingMemory | undefined;
	/** Where the session is kept; null or absent: nowhere (yet). */
	readonly record?: OpenRecord | null;
	/** Why the agent took none of the MCP servers; absent when it took them. */
	readonly mcpRefusal?: string | undefined;
	/** The session was sent a prompt, or it is an older one: what the agent says is part of the conversation. */
	readonly isPrompted?: boolean;
	/** The user's standing instructions go with the next prompt: no system prompt has them. */
	readonly areInstructionsDue?: boolean;
	/** What the agent is to know of an earlier conversation: it goes with the next prompt. */
	readonly briefing?: string | undefined;
	readonly title: string | null;
	/** The one that the user gave; null or absent: the agent decides. */
	readonly ownTitle?: string | null;
	readonly entries: EntryList;
	/** Where the entries of the agent's newest start begin: ids that it sends mean nothing before. Absent: 0. */
	readonly firstOfAgent?: number;
	/** Characters that came since the transcript was last weighed, and what it weighed then. */
	readonly weight?: number;
	/** Calls that entries name as their parent and that are not there (yet). */
	readonly awaitedParents?: ReadonlySet<string>;
	readonly turn: Turn | null;
	/** Prompts that wait for the turn to end, in order. */
	readonly queue: readonly Prompt[];
	/** Those of them that the agent was handed for the running turn; absent: none. */
	readonly steering?: readonly Steering[] | undefined;
	/** True after a failed or cancelled turn: the queue waits for the user's word. */
	readonly isQueuePaused: boolean;
	/** The prompt of the last turn, which failed, until another is sent. */
	readonly failed?: FailedPrompt;
	readonly questions: readonly Question[];
	/** Addresses that the user agreed to open, until the agent says that it is done there. */
	readonly agreedAddresses?: readonly AgreedAddress[];
	/** The agents that the agent started, by their ids; absent: none. */
	readonly subagents?: ReadonlyMap<string, Subagent> | undefined;
	readonly plan: readonly PlanStep[] | null;
	/** Why nobody works on the plan; null since the agent's last word on it. */
	readonly planHalt: PlanHalt | null;
	readonly mode: ModeState;
	/** What holds the commands and the agent. */
	readonly sandbox: SessionSandbox;
	/** What its sandbox kept the agent from writing last, where a folder can be opened for it; absent: nothing. */
	readonly refusedFolder?: RefusedFolder | undefined;
	readonly models: ModelsState;
	/** What the user chose of this agent's model, modes and options, for its next start. */
	readonly choices: AgentChoices;
	/** Of these, what was chosen since the program was started. */
	readonly chosenHere: AgentChoices;
	/** The rules in force. */
	readonly rules: readonly Rule[];
	/** What the agent was allowed for longer, in its own words: it keeps that, and no rule of ours stands for it. */
	readonly agentGrants?: readonly AgentGrant[];
	/** Whether the agent asks before it acts, as far as it has shown. */
	readonly asking: AskingState;
	readonly agentModes: AgentModes | null;
	readonly configOptions: readonly ConfigOption[];
	readonly commands: readonly AgentCommand[];
	readonly usage: Usage | null;
	/** What the turns came to: tokens, cost, calls, times. Absent: nothing yet. */
	readonly usageSoFar?: SessionUsage;
	readonly terminals: ReadonlyMap<string, TerminalView>;
	/** Commands of the user that run, by id, the newest last. */
	readonly runningCommands?: readonly string[];
	/** Calls that go on though their turn is over, or whose commands do though they are. */
	readonly outlived?: number;
	/** What the last turns changed in the workspace. */
	readonly changes: ChangesState;
	/** The view of the workspace that the agent works on; absent: it works, and worked, on the files themselves. */
	readonly shadow?: ShadowState;
	/** The session worked in a shadow before, and its agent works without one; absent: nothing waits in such a one. */
	readonly leftShadow?: LeftShadow | undefined;
	/** What was done before the transcript that is here; absent while it holds everything. */
	readonly earlier?: EarlierWork;
	/** The side question that was asked last; absent: none was. */
	readonly sideQuestion?: SideQuestion;
	readonly junkLines: number;
	/** Makes entry ids: grows with each entry. */
	readonly nextEntry: number;
};
