import type { PermissionOption, PermissionOptionKind, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable';
import { StepFailed, sentenceOf } from './demo-tool.js';
import { request, type Turn } from './demo-turn.js';

/** Choice of the user: an option of ours, or null when the question was dismissed. */
export type Answer = { readonly optionId: string; readonly kind: PermissionOptionKind } | null;

/** Asks the user through the client. An answer that names no option of ours counts as dismissed; an error is a failed step. */
export async function ask(turn: Turn, toolCall: ToolCallUpdate, options: readonly PermissionOption[]): Promise<Answer> {
	const params = { sessionId: turn.session.id, toolCall, options: [...options] };
	const { outcome } = await request(turn, 'session/request_permission', params).catch((error: unknown) => {
		throw new StepFailed(`The question could not be asked: ${sentenceOf(turn, error)}`);
	});
	turn.signal.throwIfAborted();
	if (outcome.outcome === 'cancelled') return null;
	const chosen = options.find((option) => option.optionId === outcome.optionId);
	return chosen === undefined ? null : { optionId: chosen.optionId, kind: chosen.kind };
}

export function isYes(answer: Answer): boolean {
	return answer !== null && (answer.kind === 'allow_once' || answer.kind === 'allow_always');
}

export function refusalOf(answer: Answer): string {
	return answer === null ? 'The question was dismissed, so I left it.' : 'The answer was no, so I left it.';
}

export function options(always: string): PermissionOption[] {
	return [
		{ optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
		{ optionId: 'always', name: always, kind: 'allow_always' },
		{ optionId: 'reject', name: 'Reject', kind: 'reject_once' },
	];
}
