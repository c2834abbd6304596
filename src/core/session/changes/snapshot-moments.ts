import type { Effect, SnapshotMoment } from '../../effect.js';
import type { AppEvent } from '../../event.js';
import type { SessionState } from '../state.js';
import type { Step } from '../step.js';

/**
 * The step with its snapshots: turns and plan mode begin and end with one. They come before all other effects, so that
 * the first is under way when the prompt is sent.
 */
export function withSnapshots(before: SessionState, event: AppEvent, step: Step): Step {
	const moments = momentsOf(before, event, step.state);
	if (moments.length === 0) return step;
	const snapshots = moments.map(([turnId, moment]): Effect => ({ type: 'take-snapshot', turnId, moment }));
	return { state: step.state, effects: [...snapshots, ...step.effects] };
}

function momentsOf(
	before: SessionState,
	event: AppEvent,
	after: SessionState,
): readonly (readonly [string, SnapshotMoment])[] {
	const wasPlan = before.mode.mode === 'plan';
	const isPlan = after.mode.mode === 'plan';
	const { turn: old } = before;
	const { turn } = after;
	if (turn !== null && old?.id === turn.id) {
		if (isPlan && !wasPlan) return [[turn.id, 'plan-on']];
		// The agent waited while its plan was read, and what it did until then was compared.
		if (wasPlan && !isPlan) return [[turn.id, event.type === 'answer-plan' ? 'plan-approved' : 'plan-off']];
		const isReview = event.type === 'question-asked' && event.question.kind === 'exit-plan';
		return isPlan && isReview ? [[turn.id, 'look']] : [];
	}
	return [
		...(old === null ? [] : [[old.id, 'turn-end'] as const]),
		...(turn === null ? [] : [[turn.id, isPlan ? 'turn-start-in-plan' : 'turn-start'] as const]),
	];
}
