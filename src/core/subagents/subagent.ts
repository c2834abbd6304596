import type { PlanStep, Usage } from '../agent-info.js';
import type { TokenCounts } from '../usage/tokens.js';

/**
 * `waiting`: for the user. `idle`: it works on nothing, and the agent did not say why. `completed`, `failed`,
 * `cancelled`: how its last work ended; whoever started it may wake it again. `unknown`: the agent does not say, or
 * ended while it worked.
 */
type SubagentStatus = 'running' | 'waiting' | 'idle' | 'completed' | 'failed' | 'cancelled' | 'unknown';

/** Last report on a sub-agent's work (ACP `StateUpdate`); an unknown word is `unknown`. */
export type SubagentState = {
	readonly state: 'running' | 'idle' | 'requires_action' | 'unknown';
	/** With `idle`: a stop reason of ACP, `error`, or another word. */
	readonly stopReason?: string;
	/** With the stop reason `error`. */
	readonly error?: string;
	readonly usage?: TokenCounts;
};

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
	/** Key in `SessionState.subagents`; it never changes. */
	readonly id: string;
	readonly source: 'session' | 'toolCall';
	/** Session id for requests; null with `toolCall`. */
	readonly sessionId: string | null;
	readonly parentId: string | null;
	readonly cardId: string;
	/** Order of discovery: sorts those of one parent. */
	readonly order: number;
	/** False: only traffic of its session is known. */
	readonly isAnnounced: boolean;
	readonly title: string;
	/** Title given by whoever started it, and by its session itself. */
	readonly givenTitle?: string;
	readonly ownTitle?: string;
	readonly description?: string;
	readonly status: SubagentStatus;
	readonly reported?: SubagentState;
	readonly isAsked?: true;
	/** The agent that ran it ended, or its session was left: its outcome is unknown. */
	readonly isLost?: true;
	readonly canCancel: boolean;
	/** When the user stopped it (ms since the epoch); absent again as soon as it works anew. */
	readonly cancelledAt?: number;
	/** Times in ms since the epoch. `endedAt` is absent while it works, waits, or might. */
	readonly startedAt: number;
	readonly changedAt: number;
	readonly endedAt?: number;
	/** Time in `running` (ms), without that since `activeSince`. */
	readonly activeMs: number;
	readonly activeSince?: number;
	/** Tool calls of its own, without those of its sub-agents. */
	readonly toolCalls: number;
	readonly context?: Usage;
	readonly plan?: readonly PlanStep[];
	readonly model?: string;
	/** As the agent says; never more than what the session may reach. */
	readonly cwd?: string;
	readonly additionalDirectories?: readonly string[];
};

export type SubagentEvent =
	| { readonly type: 'subagents-changed'; readonly subagents: readonly Subagent[] }
	/** `session/cancel` with its id. */
	| { readonly type: 'cancel-subagent'; readonly id: string };

/** Whether it works, or waits for the user. */
export function isAtWork({ status }: Pick<Subagent, 'status'>): boolean {
	return status === 'running' || status === 'waiting';
}

/** Milliseconds of work until `now`, without time that it waited for the user. */
export function activeTime({ activeMs, activeSince }: Pick<Subagent, 'activeMs' | 'activeSince'>, now: number): number {
	return activeMs + (activeSince === undefined ? 0 : Math.max(0, now - activeSince));
}

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

/** Its agent ended, or its session was left: the outcome of running work is unknown. */
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

/** Limits and refusals are failures. */
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
