import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { findLastEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { ComposerAction } from '../../view/composer/composer.js';
import { restoreDraft, type SavedDraft, saveDraft, savedText } from '../../view/composer/saved-draft.js';
import type { UiState } from '../../view/state/ui-state.js';
import { draftRestored, draftsRestored } from './messages.js';

/** What is kept of what was written. */
export type KeptDrafts = { readonly draft: SavedDraft | null; readonly aside: readonly SavedDraft[] };

/** What keeping the draft needs. */
export type DraftSaverOptions = {
	readonly store: { load(): Promise<KeptDrafts>; save(drafts: KeptDrafts): void };
	readonly app: App;
	readonly clock: ClockPort;
	readonly ui: () => UiState;
	readonly compose: (action: ComposerAction) => void;
	readonly tell: (words: string) => void;
};

/** Keeps what is being written, so that no exit loses it. */
export type DraftSaver = {
	/** Something may have changed. */
	changed(): void;
	/** Brings back what was left. */
	restore(): Promise<void>;
	/** Keeps it now. */
	flush(): void;
};

/** Nobody types much in that time, in ms. */
const PAUSE = 500;

/** Makes it. What waits in the queue is kept as well: it has not reached the agent. */
export function createDraftSaver({ store, app, clock, ui, compose, tell }: DraftSaverOptions): DraftSaver {
	const startedAt = clock.now();
	let saved: readonly unknown[] = [];
	let stopTimer: (() => void) | null = null;
	/** A first prompt for another agent is no draft for this one. */
	const composer = (): UiState['composer'] => ui().handOver?.before ?? ui().composer;
	/** Before what was left is known, this program has nothing to say about it. */
	const parts = (): readonly unknown[] => {
		const { draft, stash } = composer();
		return [draft.text, draft.chips, stash, app.getState().queue];
	};
	const isSaved = (): boolean => parts().every((part, index) => part === saved[index]);

	function flush(): void {
		stopTimer?.();
		stopTimer = null;
		if (isSaved() || ui().forms?.isSecret === true) return;
		saved = parts();
		const { draft, stash } = composer();
		const waiting = app.getState().queue.map((prompt) => savedText(prompt.text));
		const aside = [...stash.map(saveDraft).filter((each) => each !== null), ...waiting.reverse()];
		store.save({ draft: saveDraft(draft), aside });
	}

	return {
		changed() {
			if (isSaved()) return;
			// What was sent, or cleared, must not come back as a draft after an unclean end.
			if (composer().draft.text === '' && hasText(saved[0])) flush();
			else if (stopTimer === null) stopTimer = clock.after(PAUSE, flush);
		},
		async restore() {
			const { draft, aside } = await store.load();
			if (draft === null && aside.length === 0) return;
			// A draft has the keys: it comes back where nothing is written and nothing was sent yet, else it waits.
			const isFresh = ui().composer.draft.text === '' && !hasBegun(app.getState(), startedAt);
			for (const each of aside) compose({ type: 'put-aside', draft: restoreDraft(each) });
			if (draft !== null) compose({ type: isFresh ? 'restore' : 'put-aside', draft: restoreDraft(draft) });
			const stashed = ui().composer.stash.length;
			tell(draft !== null && isFresh ? draftRestored(stashed) : draftsRestored(stashed));
			// What was left is this program's now: it must be on the disk before anything happens to it.
			flush();
		},
		flush,
	};
}

function hasText(text: unknown): boolean {
	return typeof text === 'string' && text !== '';
}

/** The user has sent something, or runs something, already; what a resumed session brings is of before. */
function hasBegun({ turn, queue, entries }: SessionState, startedAt: number): boolean {
	const isTheirs = (entry: Entry): boolean =>
		(entry.kind === 'user' || entry.kind === 'user-command') && entry.at >= startedAt;
	return turn !== null || queue.length > 0 || findLastEntry(entries, isTheirs) >= 0;
}
