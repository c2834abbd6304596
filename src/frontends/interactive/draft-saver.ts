import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { typedText } from '../../core/session/prompts/command-prompt.js';
import type { SessionState } from '../../core/session/state.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import { restoreDraft, type SavedDraft, saveDraft, savedText } from '../../view/composer/saved-draft.js';
import type { UiState } from '../../view/state/ui-state.js';
import { draftRestored, draftsRestored } from './interactive-messages.js';

export type StoredDrafts = { readonly draft: SavedDraft | null; readonly aside: readonly SavedDraft[] };

export type DraftSaverOptions = {
	readonly store: { load(): Promise<StoredDrafts>; save(drafts: StoredDrafts): void };
	readonly app: App;
	readonly clock: ClockPort;
	readonly ui: () => UiState;
	readonly compose: (action: ComposerAction) => void;
	readonly notify: (words: string) => void;
};

/** Milliseconds; nobody types much in that time. */
const PAUSE = 500;

/** Saves the draft and the queue, which has not reached the agent. */
export function createDraftSaver({ store, app, clock, ui, compose, notify }: DraftSaverOptions) {
	const startedAt = clock.now();
	let saved: readonly unknown[] = [];
	let stopTimer: (() => void) | null = null;
	/** A first prompt for another agent is no draft for this one. */
	const composer = (): UiState['composer'] => ui().handOver?.before ?? ui().composer;
	/** Whether the earlier drafts are loaded: nothing is saved before. */
	const parts = (): readonly unknown[] => {
		const { draft, stash } = composer();
		return [draft.text, draft.chips, stash, app.getState().queue];
	};
	const waitingPrompts = () => app.getState().queue.map((prompt) => savedText(typedText(prompt)));
	const isSaved = (): boolean => parts().every((part, index) => part === saved[index]);

	function flush(): void {
		stopTimer?.();
		stopTimer = null;
		if (isSaved() || ui().forms?.isSecret === true) return;
		saved = parts();
		const { draft, stash } = composer();
		const aside = [...stash.map(saveDraft).filter((each) => each !== null), ...waitingPrompts().reverse()];
		store.save({ draft: saveDraft(draft), aside });
	}

	return {
		changed(): void {
			if (isSaved()) return;
			// Sent or cleared text must not come back as a draft after a crash.
			if (composer().draft.text === '' && hasText(saved[0])) flush();
			else if (stopTimer === null) stopTimer = clock.after(PAUSE, flush);
		},
		async restore(): Promise<void> {
			const { draft, aside: all } = await store.load();
			// A resumed session has its queue back: the same prompt is not offered twice.
			const waiting = waitingPrompts();
			const aside = all.filter(({ text }) => waiting.every((prompt) => prompt.text !== text));
			const isQueueResumed = waiting.every((prompt) => all.some(({ text }) => text === prompt.text));
			if (draft === null && aside.length === 0) return;
			// A draft takes the keys: it is restored where nothing is written or sent yet, else it is put aside.
			const isFresh = ui().composer.draft.text === '' && isQueueResumed && !hasBegun(app.getState(), startedAt);
			for (const each of aside) {
				const known = each.isTold === true ? 'seen' : 'earlier';
				compose({ type: 'put-aside', draft: { ...restoreDraft(each), restoredAs: known } });
			}
			if (draft !== null) compose({ type: isFresh ? 'restore' : 'put-aside', draft: restoreDraft(draft) });
			const unseen = ui().composer.stash.filter((each) => each.restoredAs !== 'seen').length;
			if (draft !== null && isFresh) notify(draftRestored(unseen));
			// The empty draft of a fresh start says it itself.
			else if (unseen > 0 && !isFresh) notify(draftsRestored(unseen));
			// The restored drafts are this program's now: they must be on disk before anything happens to it.
			flush();
		},
		flush,
	};
}

function hasText(text: unknown): boolean {
	return typeof text === 'string' && text !== '';
}

/** The user has sent or run something in this run already. */
function hasBegun({ turn, entries }: SessionState, startedAt: number): boolean {
	const isTheirs = (entry: Entry): boolean =>
		(entry.kind === 'user' || entry.kind === 'user-command') && entry.at >= startedAt;
	return turn !== null || findLastEntry(entries, isTheirs) >= 0;
}
