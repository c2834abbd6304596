import type { PlanStep, Usage } from '../agent-info.js';
import type { TokenCounts } from '../usage/tokens.js';

/**
 * How a sub-agent stands. `waiting`: for the user. `idle`: it works on nothing, and the agent did not say why.
 * `completed`, `failed`, `cancelled`: how its last work ended; whoever started it may wake it again. `unknown`: the agent
 * does not say, or ended while it worked.
 */
type SubagentStatus = 'running' | 'waiting' | 'idle' | 'completed' | 'failed' | 'cancelled' | 'unknown';

/** What the agent reported last of a sub-agent's work (ACP `StateUpdate`); a word that we do not know is `unknown`. */
export type SubagentState = {
	readonly state: 'running' | 'idle' | 'requires_action' | 'unknown';
	/** Why it stopped, with `idle`: a stop reason of ACP, `error`, or another word. */
	readonly stopReason?: string;
	/** What went wrong, with the stop reason `error`. */
	readonly error?: string;
	/** Tokens of the work that ended. */
	readonly usage?: TokenCounts;
};

/** One `subagent_update`: what is absent stays as it is, null clears it. */
export type SubagentPatch = {
	readonly title?: string | null;
	readonly description?: string | null;
	readonly canCancel?: boolean;
	readonly state?: SubagentState | null;
	readonly cwd?: string | null;
	readonly additionalDirectories?: readonly string[] | null;
};

/**
 * An agent that the agent started, in either form: a child session of its own (ACP “Subagents”), or a tool call with
 * other calls below it (`_meta` of some agents). Titles and texts are the agent's: hostile until they are drawn.
 */
export type Subagent = {
	/** Its key in `SessionState.subagents`; it never changes. */
	readonly id: string;
	readonly source: 'session' | 'toolCall';
	/** The id of its session, for requests; null with `toolCall`. */
	readonly sessionId: string | null;
	/** The sub-agent that started it; null: the agent itself, or not known. */
	readonly parentId: string | null;
	/** The tool call in the transcript below which everything it does stands. */
	readonly cardId: string;
	/** In which order they became known: sorts those of one parent. */
	readonly order: number;
	/** The agent announced it; false: only traffic of its session is known. */
	readonly isAnnounced: boolean;
	/** What to call it: never empty. */
	readonly title: string;
	/** The title that whoever started it gave, and the one that its session gave itself. */
	readonly givenTitle?: string;
	readonly ownTitle?: string;
	/** Its role, or what it was told to do. */
	readonly description?: string;
	readonly status: SubagentStatus;
	/** What the agent reported last; absent: nothing. */
	readonly reported?: SubagentState;
	/** A question of it waits for the user. */
	readonly isAsked?: true;
	/** The agent that ran it ended, or its session was left: what became of it is not known. */
	readonly isLost?: true;
	/** The user may stop it alone (`capabilities.cancel`). */
	readonly canCancel: boolean;
	/** When the user asked to stop it; absent again as soon as it works anew. */
	readonly cancelledAt?: number;
	/** Times in ms since the epoch. `endedAt` is absent while it works, waits, or might. */
	readonly startedAt: number;
	readonly changedAt: number;
	readonly endedAt?: number;
	/** Milliseconds that it was `running`, without those since `activeSince`. */
	readonly activeMs: number;
	readonly activeSince?: number;
	/** Tool calls of its own, without those of its sub-agents. */
	readonly toolCalls: number;
	/** Its context and cost, where its session reports them. */
	readonly context?: Usage;
	/** Its plan, where it has one. */
	readonly plan?: readonly PlanStep[];
	/** The model that it works with, by name. */
	readonly model?: string;
	/** Where the agent says that it works; never more than what the session may reach. */
	readonly cwd?: string;
	readonly additionalDirectories?: readonly string[];
};

/** What becomes of the sub-agents of a session. */
export type SubagentEvent =
	/** What is known of these now, each whole. */
	| { readonly type: 'subagents-changed'; readonly subagents: readonly Subagent[] }
	/** The user stops this one alone: `session/cancel` with its id. */
	| { readonly type: 'cancel-subagent'; readonly id: string };

/** True while it works, or waits for the user. */
export function isAtWork({ status }: Pick<Subagent, 'status'>): boolean {
	return status === 'running' || status === 'waiting';
}

/** Milliseconds until `now` that it worked; time in which it waited for the user is none. */
export function activeTime({ activeMs, activeSince }: Pick<Subagent, 'activeMs' | 'activeSince'>, now: number): number {
	return activeMs + (activeSince === undefined ? 0 : Math.max(0, now - activeSince));
}

/** The sub-agent with this changed: how it stands, and how long it worked, follow from what is known of it. */
export function settled(subagent: Subagent, at: number): Subagent {
	const status = statusOf(subagent);
	const { activeSince, endedAt, ...rest } = subagent;
	const isRunning = status === 'running';
	const isOver = status !== 'unknown' && !isAtWork({ status });
	return {
		...rest,
		status,
		activeMs: isRunning ? subagent.activeMs : activeTime(subagent, at),
		...(isRunning ? { activeSince: activeSince ?? at } : {}),
		...(isOver || subagent.isLost === true ? { endedAt: endedAt ?? at } : {}),
	};
}

/** Its agent ended, or its session was left: where it worked, what became of that is not known. */
export function lost(subagent: Subagent, at: number): Subagent {
	const { isAsked: _asked, ...rest } = subagent;
	const isOver = !isAtWork(subagent) && subagent.status !== 'unknown';
	return isOver || subagent.isLost === true
		? { ...rest, canCancel: false }
		: settled({ ...rest, canCancel: false, isLost: true }, at);
}

function statusOf({ isLost, isAsked, reported }: Subagent): SubagentStatus {
	if (isLost === true) return 'unknown';
	if (isAsked === true) return 'waiting';
	switch (reported?.state) {
		case 'running':
			return 'running';
		case 'requires_action':
			return 'waiting';
		case 'idle':
			return endOf(reported.stopReason);
		case 'unknown':
		case undefined:
			return 'unknown';
	}
}

/** A limit that stopped it is no end that anybody wanted. */
function endOf(stopReason: string | undefined): SubagentStatus {
	switch (stopReason) {
		case 'end_turn':
			return 'completed';
		case 'cancelled':
			return 'cancelled';
		case 'error':
		case 'refusal':
		case 'max_tokens':
		case 'max_turn_requests':
			return 'failed';
		default:
			return 'idle';
	}
}
