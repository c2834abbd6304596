import type { TextLine } from '../panel/text-line.js';
import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { openHelp, show, type UiStep } from '../state/step.js';
import type { Panel, UiState } from '../state/ui-state.js';

type Help = Extract<Panel, { kind: 'help' }>;

/** Characters of a filter that there is room for. */
const MOST_FILTER = 40;

/** A key of the help that is open; nothing where it is not. */
const inHelp =
	(run: (ui: UiState, panel: Help, layout: ScreenLayout) => UiState) =>
	({ ui }: ScreenContext, layout: ScreenLayout): UiStep =>
		show(ui.panel.kind === 'help' ? run(ui, ui.panel, layout) : ui);

const scrollBy = (lines: (layout: ScreenLayout) => number) =>
	inHelp((ui, panel, layout) => {
		const scroll = Math.max(0, Math.min(layout.lastScroll, panel.scroll + lines(layout)));
		return { ...ui, panel: { ...panel, scroll } };
	});

/** A line of the help up (-1) or down (1). */
export const scrollHelpLine = (direction: -1 | 1) => scrollBy(() => direction);

/** A page of the help up (-1) or down (1). */
export const scrollHelpPage = (direction: -1 | 1) =>
	scrollBy(({ overlayRows }) => direction * Math.max(1, overlayRows - 3));

/** What was typed goes first; then the help. */
export const closeHelp = inHelp((ui, { filter }) =>
	filter === '' ? { ...ui, panel: { kind: 'none' } } : openHelp(ui),
);

/** The line that finds what has the words in it. */
export function helpLine(ui: UiState, { filter }: Help): TextLine {
	return {
		text: filter,
		most: MOST_FILTER,
		set: (text) => show({ ...ui, panel: { kind: 'help', scroll: 0, filter: text.trimStart() } }),
	};
}
