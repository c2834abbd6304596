import type { SessionState } from '../../core/session/state.js';
import type { Line } from '../line.js';
import type { RenderCache } from '../transcript/line-cache.js';
import type { ScreenContext } from './context.js';
import type { OpenSubagentView, UiState } from './ui-state.js';

/**
 * The transcript of a sub-agent, which stands in the place of the conversation while it is open: everything that shows,
 * scrolls, searches and copies the transcript then works on its entries. A value; its methods are pure, and their code
 * is loaded when it is opened first.
 */
export type SubagentView = OpenSubagentView & {
	/** Every card is open, as in the transcript view; else each as it was left. */
	readonly isAllOpen: boolean;
	/** Lines that were drawn of it: the conversation keeps its own. */
	readonly cache: RenderCache;
	/** The session with the sub-agent's entries alone; null when the sub-agent is not in the transcript any more. */
	readonly look: (whole: SessionState) => SessionState | null;
	/** The first row of the screen: whose transcript it is. */
	readonly header: (context: ScreenContext) => Line;
	/** Lines of a transcript without entries. */
	readonly empty: (width: number) => readonly Line[];
	/** The view with every card open, or each as it was left. */
	readonly toggled: () => SubagentView;
	/** The screen from which it was opened, at the same place. */
	readonly leave: (ui: UiState, whole: SessionState) => UiState;
};

/** The sub-agent's transcript that is open; null while the conversation is shown. */
export function subagentViewIn({ subagentView }: Pick<UiState, 'subagentView'>): SubagentView | null {
	// Only `openSubagentView` puts one there; the state cannot name what refers to the state.
	return (subagentView ?? null) as SubagentView | null;
}

/** The context in which an open transcript of a sub-agent takes the place of the conversation. */
export function inSubagentView(given: ScreenContext): ScreenContext {
	const view = subagentViewIn(given.ui);
	if (view === null) return given;
	const whole = given.whole ?? given.session;
	const session = view.look(whole);
	if (session !== null) return { ...given, session, whole, cache: view.cache };
	// Its entries are gone: another session was opened, or the transcript was cleared.
	const ui: UiState = { ...view.leave(given.ui, whole), panel: given.ui.panel };
	return inSubagentView({ ...given, session: whole, ui });
}

/** The screen without an open transcript of a sub-agent, at the place from which the first of them was opened. */
export function outOfSubagentViews(ui: UiState, whole: SessionState): UiState {
	const view = subagentViewIn(ui);
	return view === null ? ui : outOfSubagentViews(view.leave(ui, whole), whole);
}

export function areAllOpen(ui: UiState): boolean {
	return ui.isTranscriptView && (subagentViewIn(ui)?.isAllOpen ?? true);
}
