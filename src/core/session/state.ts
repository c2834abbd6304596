import type {
	AgentCommand,
	AgentExit,
	AgentInfo,
	AgentLaunch,
	AgentModes,
	ConfigOption,
	PlanStep,
	Usage,
} from '../agent-info.js';
import type { ChangesState } from '../changes.js';
import type { ContentBlock } from '../content.js';
import type { Failure } from '../failure.js';
import type { ActionRequest, AlwaysOffer, Mode, PermissionOption, Rule } from '../policy/types.js';
import type { TerminalView } from '../tool-call.js';
import type { EntryList } from './entry-list.js';

/** Where the agent stands. */
export type Connection =
	| { readonly phase: 'starting'; readonly since: number }
	| { readonly phase: 'opening'; readonly since: number }
	| { readonly phase: 'ready' }
	| { readonly phase: 'failed'; readonly failure: Failure }
	| { readonly phase: 'exited'; readonly exit: AgentExit }
	| { readonly phase: 'closed' };

/** A prompt that the person wrote: what is shown and what is sent. */
export type Prompt = {
	readonly id: string;
	readonly text: string;
	readonly blocks: readonly ContentBlock[];
};

/** The running prompt turn. */
export type Turn = {
	readonly id: string;
	readonly prompt: Prompt;
	readonly startedAt: number;
	/** When the agent last sent anything. */
	readonly lastWordAt: number;
	/** When the person asked to stop it. */
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
	/** Commands of the person whose output went with the prompt. */
	readonly toldCommands?: readonly string[];
	/** Of those refused, the ones by plan mode. */
	readonly refusedInPlan?: number;
};

/** A plan that was left undone: its turn ended, or was stopped (or failed), and then another prompt was sent. */
export type PlanHalt = 'ended' | 'stopped' | 'set-aside';

/** A question that waits for the person. */
export type Ask = {
	readonly id: string;
	/**
	 * `refusals`: the agent was refused again and again in plan mode; what to do is asked. `confirm`: the
	 * person wanted something themselves and sees it first: no rule answers it, no turn's end takes it back.
	 */
	readonly kind: 'permission' | 'exit-plan' | 'refusals' | 'confirm';
	/** `agent`: options are the agent's own. `client`: a file or terminal request, options are ours. */
	readonly from: 'agent' | 'client';
	readonly request: ActionRequest;
	readonly options: readonly PermissionOption[];
	/** The rules that «allow always» of ours may write, the exact one first. */
	readonly offers?: readonly AlwaysOffer[];
	readonly toolCallId?: string;
	/** Why the policy asks instead of deciding. */
	readonly because: string;
	/** The plan to review, for `exit-plan`; empty when the agent sent none. */
	readonly plan?: string;
	readonly askedAt: number;
};

/** The permission mode and what is known of the agent's own. */
export type ModeState = {
	readonly mode: Mode;
	/** `bypassPermissions` is in reach (the command line allowed it). */
	readonly isBypassAllowed: boolean;
	/** The agent's value to go back to when plan mode ends; set when we switched it to plan. */
	readonly agentBefore: string | null;
	/** The session mode of its own that the agent began in. */
	readonly agentBegan?: string;
	/** The session mode of the agent that the person chose: ours does not change it any more, except for plan mode. */
	readonly agentChosen?: string;
	/** The session mode that the agent was told last and has not confirmed. */
	readonly agentTold?: string;
};

/** Everything that happened in a session, as far as it can be shown. Serialisable; folded from events. */
export type SessionState = {
	readonly launch: AgentLaunch;
	readonly cwd: string;
	readonly branch: string | null;
	readonly connection: Connection;
	readonly agent: AgentInfo | null;
	readonly sessionId: string | null;
	readonly title: string | null;
	readonly entries: EntryList;
	/** Characters that came since the transcript was last weighed, and what it weighed then. */
	readonly weight?: number;
	/** Calls that entries name as their parent and that are not there (yet). */
	readonly awaitedParents?: ReadonlySet<string>;
	readonly turn: Turn | null;
	/** Prompts that wait for the turn to end, in order. */
	readonly queue: readonly Prompt[];
	/** True after a failed or cancelled turn: the queue waits for the person's word. */
	readonly isQueueHeld: boolean;
	readonly asks: readonly Ask[];
	readonly plan: readonly PlanStep[] | null;
	/** Why nobody works on the plan; null since the agent's last word on it. */
	readonly planHalt: PlanHalt | null;
	readonly mode: ModeState;
	/** The rules in force. */
	readonly rules: readonly Rule[];
	/** What the agent was allowed for longer, in its own words: it keeps that, and no rule of ours stands for it. */
	readonly agentGrants?: readonly string[];
	readonly agentModes: AgentModes | null;
	readonly configOptions: readonly ConfigOption[];
	readonly commands: readonly AgentCommand[];
	readonly usage: Usage | null;
	readonly terminals: ReadonlyMap<string, TerminalView>;
	/** What the last turns changed in the workspace. */
	readonly changes: ChangesState;
	readonly junkLines: number;
	/** Makes entry ids: grows with each entry. */
	readonly nextEntry: number;
};
