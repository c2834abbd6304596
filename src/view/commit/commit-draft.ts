import { chosenIn } from '../../core/commit/commit.js';
import type { CommitRequest, CommitState } from '../../core/commit/commit-event.js';
import type { ScreenContext } from '../state/context.js';
import type { UiRequest } from '../state/step.js';
import type { CommitDraft, UiState } from '../state/ui-state.js';

/** Where the user's part and what was looked up stand. */
type Place = Pick<ScreenContext, 'ui' | 'lookups'>;

/** Choices for the next commit: those for one that is made are over. */
export function draftIn({ ui, lookups }: Place): CommitDraft {
	const { made } = lookups.commit ?? { made: 0 };
	return ui.commit?.made === made ? ui.commit : { ...NOTHING, made };
}

const NOTHING: CommitDraft = { made: 0, marks: new Map(), message: null };

/** The screen with some changes in the commit, or not. */
export function marking(place: Place, ids: readonly string[], isMarked: boolean): UiState {
	const draft = draftIn(place);
	const marks = new Map([...draft.marks, ...ids.map((id) => [id, isMarked] as const)]);
	return { ...place.ui, commit: { ...draft, marks } };
}

/** The screen with another message; null: the agent's. */
export function withMessage(place: Place, message: string | null): UiState {
	return { ...place.ui, commit: { ...draftIn(place), message } };
}

/** The message as it stands: the user's own, else the one that git has ready, else the agent's. */
export function messageOf(state: CommitState | null, { message }: CommitDraft): string {
	const template = state?.list?.template ?? '';
	return message ?? (template === '' ? (state?.message.text ?? '') : template);
}

/** Source of the message that is shown; `asking`: the agent is writing it. */
export function writerOf(
	state: CommitState | null,
	{ message }: CommitDraft,
): 'own' | 'template' | 'asking' | 'done' | 'none' {
	if (message !== null) return 'own';
	if ((state?.list?.template ?? '') !== '') return 'template';
	const phase = state?.message.phase ?? 'none';
	return phase === 'failed' ? 'none' : phase;
}

/** Number of changes the agent's message was written for, where it is shown and others are chosen now; else null. */
export function writtenForOthers(state: CommitState, draft: CommitDraft): number | null {
	const { list, message } = state;
	const { about } = message;
	if (list === null || about === undefined || writerOf(state, draft) !== 'done') return null;
	const chosen = chosenIn(list, draft.marks);
	return about.size === chosen.size && [...about].every((id) => chosen.has(id)) ? null : about.size;
}

export function wants(request: CommitRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'commit', request } };
}
