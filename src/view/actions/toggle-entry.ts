import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf } from '../../core/session/entries/entry-depth.js';
import { entryAt, findLastEntry } from '../../core/session/entries/entry-list.js';
import type { ScreenContext } from '../state/context.js';
import { areAllOpen } from '../state/subagent-view.js';
import { transcriptContext } from '../state/transcript-context.js';
import type { UiState } from '../state/ui-state.js';
import { entryView } from '../transcript/entries/entry-lines.js';
import { createRenderCache } from '../transcript/line-cache.js';
import type { RenderContext } from '../transcript/render-context.js';

/** The screen with an entry opened or folded; the same when neither would change what it shows. */
export function toggleEntry(context: ScreenContext, index: number): UiState {
	const { session, ui } = context;
	const entry = entryAt(session.entries, index);
	if (entry === undefined || !isFoldable(entry)) return ui;
	if (areAllOpen(ui)) {
		const folded = new Set(ui.folded);
		if (!folded.delete(entry.id)) folded.add(entry.id);
		return { ...ui, folded };
	}
	const open = new Map(ui.open);
	// A second toggle goes back to the entry's own state.
	if (open.delete(entry.id)) return { ...ui, open };
	const transcript = transcriptContext(context);
	const height = (choice: boolean | null): number => heightOf(entry, transcript, choice);
	const now = heightOf(entry, transcript, transcript.isOpen(entry.id));
	// Its steps, in entries below it, open and fold with it.
	const hasSteps = entry.kind === 'tool' && entry.childSteps !== undefined;
	if (hasSteps || height(true) > now) open.set(entry.id, true);
	else if (height(false) < now) open.set(entry.id, false);
	else return ui;
	return { ...ui, open };
}

/** The newest entry at the top that can be opened; -1 when there is none. A sub-agent's steps open with their call. */
export function newestCard({ session }: Pick<ScreenContext, 'session'>): number {
	const isCard = (entry: Entry): boolean =>
		entry.kind === 'tool' || entry.kind === 'user-command' || entry.kind === 'thought';
	return findLastEntry(session.entries, (entry) => isCard(entry) && depthOf(entry) === 0);
}

/** An answer is always shown whole; what a sub-agent says is not the answer. */
export function isFoldable(entry: Entry): boolean {
	if (entry.kind === 'message') return entry.parentId !== undefined;
	return entry.kind !== 'turn-end';
}

/** Whether folding takes anything off an open entry, judged by what it holds: a line alone has nothing to hide. */
export function wouldFold(entry: Entry, columns: number): boolean {
	if (!isFoldable(entry)) return false;
	switch (entry.kind) {
		case 'user':
			return entry.blocks.length > 0 || entry.text.length > SHORT_PROMPT * columns || isLong(entry.text);
		case 'note':
			return entry.usage !== undefined || (entry.detail ?? '').trim() !== '';
		case 'thought':
			return entry.text.trim() !== '';
		default:
			return true;
	}
}

/** Lines of a prompt that are shown even when it is folded. */
const SHORT_PROMPT = 3;

function isLong(text: string): boolean {
	return text.trimEnd().split('\n', SHORT_PROMPT + 1).length > SHORT_PROMPT;
}

function heightOf(entry: Entry, transcript: RenderContext, choice: boolean | null): number {
	// The cached lines belong to its present state.
	return entryView(entry, { ...transcript, isOpen: () => choice, cache: createRenderCache() }).height;
}
