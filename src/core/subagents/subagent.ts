import type { Read } from '../schema.js';
import type { subagent, subagentState } from '../subagent-event.js';

export type SubagentState = Read<typeof subagentState>;

export type SubagentPatch = {
	readonly title?: string | null;
	readonly description?: string | null;
	readonly canCancel?: boolean;
	readonly state?: SubagentState | null;
	readonly cwd?: string | null;
	readonly additionalDirectories?: readonly string[] | null;
};

export type Subagent = Read<typeof subagent>;

type SubagentStatus = Subagent['status'];

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

/** A sub-agent whose agent ended, or whose session was left: the outcome of running work is unknown. */
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
	if (reported?.state === 'idle') return ENDS.get(reported.stopReason) ?? 'idle';
	return reported?.state === 'requires_action' ? 'waiting' : (reported?.state ?? 'unknown');
}

/** Limits and refusals are failures. */
const ENDS: ReadonlyMap<string | undefined, SubagentStatus> = new Map([
	['end_turn', 'completed'],
	['cancelled', 'cancelled'],
	...['error', 'refusal', 'max_tokens', 'max_turn_requests'].map((reason) => [reason, 'failed'] as const),
]);
