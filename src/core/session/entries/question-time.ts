import type { ToolCall } from '../../tool-call.js';
import { isClientPlanReview, isOfTurn, type Question } from '../question.js';
import type { SessionState, Turn } from '../state.js';
import { findCallIndex } from './entry-list.js';
import { changeCard } from './tool-card.js';

/** Time until `at` with open questions of a turn (ms): the user's, not the agent's. */
export function askedTime(turn: Pick<Turn, 'askedMs' | 'askedSince'>, at: number): number {
	const open = turn.askedSince === undefined ? 0 : Math.max(0, at - turn.askedSince);
	return (turn.askedMs ?? 0) + open;
}

/** Counts the time of questions that came or went between two states, for the turn and for their calls. */
export function followQuestionTime(before: SessionState, after: SessionState, at: number): SessionState {
	if (before.questions === after.questions) return after;
	const known = before.questions.filter(keepsWaiting);
	const open = after.questions.filter(keepsWaiting);
	const knownCalls = callsOf(known);
	const openCalls = callsOf(open);
	let next = after;
	for (const id of openCalls) if (!knownCalls.has(id)) next = changeCall(next, id, (call) => begin(call, at));
	for (const id of knownCalls) if (!openCalls.has(id)) next = changeCall(next, id, (call) => end(call, at));
	if (next.turn === null || known.length > 0 === open.length > 0) return next;
	return { ...next, turn: open.length > 0 ? begin(next.turn, at) : end(next.turn, at) };
}

/** Confirmations of the user's own actions, and questions after the turn, keep no agent waiting. */
function keepsWaiting(question: Question): boolean {
	if (!isOfTurn(question)) return false;
	return question.kind !== 'confirm' && question.kind !== 'refusals' && !isClientPlanReview(question);
}

function callsOf(questions: readonly Question[]): ReadonlySet<string> {
	return new Set(questions.flatMap(({ toolCallId: id }) => id ?? []));
}

type Timed = Pick<ToolCall, 'askedMs' | 'askedSince'>;

function begin<T extends Timed>(timed: T, at: number): T {
	return timed.askedSince === undefined ? { ...timed, askedSince: at } : timed;
}

function end<T extends Timed>({ askedSince, ...timed }: T, at: number): Omit<T, 'askedSince'> {
	return askedSince === undefined ? timed : { ...timed, askedMs: (timed.askedMs ?? 0) + Math.max(0, at - askedSince) };
}

function changeCall(state: SessionState, id: string, change: (call: ToolCall) => ToolCall): SessionState {
	return changeCard(state, findCallIndex(state, id), (entry) => ({ ...entry, call: change(entry.call) }));
}
