import type { RestoredFile } from '../changes.js';
import type { Effect, SnapshotMoment } from '../effect.js';
import type { AppEvent } from '../event.js';
import { updateEntry } from './append.js';
import { named } from './changes.js';
import { isCommandPrompt } from './command-prompt.js';
import type { SessionState } from './state.js';
import type { Step } from './step.js';

/**
 * What an event means for the watch on the files: turns and plan mode begin and end with snapshots,
 * and a prompt carries what the person put back since the last one. Snapshots come before all else
 * that the step wants, so that the first is under way when the prompt goes out.
 */
export function followFiles(before: SessionState, event: AppEvent, step: Step): Step {
	const moments = momentsOf(before, event, step.state);
	const told = event.type === 'session-opened' ? forget(step) : tellAgent(before, step);
	if (moments.length === 0) return told;
	const snapshots = moments.map(([turnId, moment]): Effect => ({ type: 'take-snapshot', turnId, moment }));
	return { state: told.state, effects: [...snapshots, ...told.effects] };
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

/** A new session knows nothing of what was put back, and has not done anything yet. */
function forget(step: Step): Step {
	const { changes } = step.state;
	if (changes.untold.length === 0 && !changes.hasActedAlone) return step;
	return { ...step, state: { ...step.state, changes: { ...changes, untold: [], hasActedAlone: false } } };
}

function tellAgent(before: SessionState, step: Step): Step {
	const { turn, changes } = step.state;
	const { untold } = changes;
	if (turn === null || turn.id === before.turn?.id || untold.length === 0) return step;
	if (isCommandPrompt(turn.prompt, step.state.commands)) return step;
	const effects = step.effects.map((effect) =>
		effect.type === 'send-prompt' && effect.turnId === turn.id ? { ...effect, restored: untold } : effect,
	);
	const shown = updateEntry(step.state, turn.firstEntry, (entry) =>
		entry.kind === 'user' ? { ...entry, told: `Sent along: ${restoredSummary(untold)}.` } : entry,
	);
	return { state: { ...shown, changes: { ...changes, untold: [] } }, effects };
}

/** What was put back and brought back, in a few words. */
function restoredSummary(files: readonly RestoredFile[]): string {
	const paths = (direction: RestoredFile['direction']): readonly string[] =>
		files.filter((file) => file.direction === direction).map((file) => file.path);
	const [undone, redone] = [paths('undo'), paths('redo')];
	return [
		...(undone.length === 0 ? [] : [`you undid ${named(undone)}`]),
		...(redone.length === 0 ? [] : [`you redid ${named(redone)}`]),
	].join('; ');
}

/** Paths that the agent is given by name; beyond it the rest is counted. */
const MOST_TOLD = 100;

/** What the agent reads before the next prompt. */
export function restoredWords(files: readonly RestoredFile[]): string {
	const list = (direction: RestoredFile['direction']): string => {
		const paths = files.filter((file) => file.direction === direction).map((file) => JSON.stringify(file.path));
		const more = paths.length > MOST_TOLD ? ` and ${paths.length - MOST_TOLD} more` : '';
		return paths.slice(0, MOST_TOLD).join(', ') + more;
	};
	const [undone, redone] = [list('undo'), list('redo')];
	const parts = [
		...(undone === '' ? [] : [`The user put these files back as they were before your changes: ${undone}.`]),
		...(redone === '' ? [] : [`The user brought your changes to these files back: ${redone}.`]),
	];
	return `[${parts.join(' ')} Read them again before you rely on their contents.]`;
}
