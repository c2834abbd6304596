import { isRejectedPlan, type ToolCall, type ToolKind, type ToolStatus } from '../../../core/tool-call.js';
import type { Openness } from '../render-context.js';
import { lostChangeOf } from './tool-diffs.js';

/** Lines of each kind of content in a card; 0 leaves it out without a word. */
export type Limits = {
	readonly diff: number;
	readonly output: number;
	readonly text: number;
	readonly locations: number;
	readonly raw: number;
	/** Repeats the command, the verdict and a cut title in full. */
	readonly isFull: boolean;
	readonly canOpen: boolean;
};

const ALL: Limits = { diff: 2000, output: 2000, text: 2000, locations: 100, raw: 200, isFull: true, canOpen: false };
const OPEN: Limits = { ...ALL, diff: 1000, output: 1000, text: 1000, locations: 20, raw: 0, canOpen: true };
export const BRIEF: Limits = { diff: 20, output: 5, text: 5, locations: 0, raw: 0, isFull: false, canOpen: true };
const RUNNING: Limits = { ...BRIEF, output: 8, text: 8, locations: 3 };
const UNFINISHED: Readonly<Record<Exclude<ToolStatus, 'completed'>, Limits>> = {
	pending: RUNNING,
	in_progress: RUNNING,
	failed: { ...BRIEF, output: 20, text: 12, locations: 3 },
	cancelled: BRIEF,
};

export function limitsOf(call: ToolCall, openness: Openness): Limits | null {
	if (openness === 'default') {
		const limits = limitsByStatus(call);
		return lostChangeOf(call) === null ? limits : { ...limits, diff: 0 };
	}
	return openness === 'folded' ? null : openness === 'open' ? OPEN : ALL;
}

/** Whether a finished call needs no body: what was read or found, tasks, and a sub-agent's answer to its agent. */
export function isRoutine(call: ToolCall): boolean {
	const hasOwnView = call.result?.todos !== undefined || call.result?.prompt !== undefined;
	return call.status === 'completed' && (ROUTINE.has(call.kind) || hasOwnView);
}

const ROUTINE: ReadonlySet<ToolKind> = new Set(['read', 'search', 'fetch', 'think', 'switch_mode']);

function limitsByStatus(call: ToolCall): Limits {
	if (isRoutine(call) || isRejectedPlan(call)) return { ...BRIEF, output: 0, text: 0 };
	// Most changes are asked about a moment later: the question shows them.
	if (call.status === 'pending' && call.askedMs === undefined) return { ...RUNNING, diff: 0 };
	if (call.status !== 'completed') return UNFINISHED[call.status];
	return call.kind === 'execute' || call.kind === 'other' ? BRIEF : { ...BRIEF, text: 0 };
}
