import type { SessionState } from '../../core/session/state.js';
import type { ScreenContext } from './context.js';
import type { UiState } from './ui-state.js';
import { show, toast, type UiStep } from './ui-step.js';

const TURNED_OFF = 'The side panel is off (ui.panel)';
const COMES_LATER = 'The side panel comes with the first prompt';

/** Cells of the side panel with the rule at its left and the margins. */
const SIDE_COLUMNS = 36;
/** The smallest screen that has room for it. */
const LEAST = { columns: 132, rows: 28 };

/** Cells of the whole screen; `columns` of the state are those beside the side panel. */
export function screenColumns({ columns, sideColumns = 0 }: Pick<UiState, 'columns' | 'sideColumns'>): number {
	return columns + sideColumns;
}

export function hasSidePanel({ sideColumns = 0 }: Pick<UiState, 'sideColumns'>): boolean {
	return sideColumns > 0;
}

/** The context of what goes over the whole screen, above and below the side panel. */
export function acrossScreen(context: ScreenContext): ScreenContext {
	const { ui } = context;
	return !hasSidePanel(ui) ? context : { ...context, ui: { ...ui, columns: screenColumns(ui) } };
}

/** The state with as many columns as the side panel leaves, which is shown once the conversation has begun. */
export function withSidePanel(ui: UiState, session: SessionState): UiState {
	const columns = screenColumns(ui);
	const isCovered = ui.panel.kind === 'loaded' && ui.panel.panel.isWide === true;
	const isShown = ui.isSideHidden !== true && !isCovered && whyNoSidePanel(ui, session) === null;
	const sideColumns = isShown ? SIDE_COLUMNS : 0;
	return sideColumns === (ui.sideColumns ?? 0) ? ui : { ...ui, columns: columns - sideColumns, sideColumns };
}

/** Why the side panel is not shown, though the user did not hide it; null where it is. */
function whyNoSidePanel(ui: UiState, session: SessionState): string | null {
	if (ui.appearance.sidePanel !== 'auto') return TURNED_OFF;
	if (screenColumns(ui) < LEAST.columns || ui.rows < LEAST.rows)
		return `The side panel needs ${LEAST.columns}×${LEAST.rows} cells`;
	return session.isPrompted === true || session.turn !== null || session.queue.length > 0 ? null : COMES_LATER;
}

/** The side panel hidden, or shown again where there is room. */
export function toggleSidePanel({ ui, session, now, whole = session }: ScreenContext): UiStep {
	const why = whyNoSidePanel(ui, whole);
	if (why !== null) return show(toast({ ...ui, isSideHidden: false }, why, now));
	return show({ ...ui, isSideHidden: ui.isSideHidden !== true });
}
