import type { ScreenContext } from '../state/context.js';
import type { UiStep } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { type LoadedPanel, openLoaded, panelIn } from './loaded-panel.js';

/**
 * A panel that is kept elsewhere than in the place of panels, so that others open over it and the draft beside it goes
 * on. `put` gives the screen with it after a step, null where it closed.
 */
export function keptPanel(panel: LoadedPanel, put: (step: UiStep, panel: LoadedPanel | null) => UiState): LoadedPanel {
	const opened = (context: ScreenContext): ScreenContext => ({ ...context, ui: openLoaded(context.ui, panel) });
	const back = <Step extends UiStep | null | undefined>(step: Step): Step => {
		if (step == null) return step;
		const { ui } = step;
		const now = panelIn(ui);
		const isElsewhere = now === null ? ui.panel.kind !== 'none' : now.name !== panel.name;
		return isElsewhere ? step : { ...step, ui: put({ ...step, ui: { ...ui, panel: { kind: 'none' } } }, now) };
	};
	return {
		name: panel.name,
		coversDraft: panel.coversDraft,
		keys: panel.keys,
		said: panel.said,
		isSaidOnce: panel.isSaidOnce,
		isBeside: panel.isBeside,
		// Words beside it are for the draft anyway.
		aside: () => null,
		key: () => null,
		wakeAt: (context) => panel.wakeAt(opened(context)),
		draw: (context, room) => panel.draw(context, room),
		hint: (context, id) => panel.hint(context, id),
		act: (context, id, ...more) => back(panel.act(opened(context), id, ...more)),
		type: (context, text) => back(panel.type(opened(context), text)),
		click: (context, target, room) => back(panel.click(opened(context), target, room)),
		wheel: (context, lines, room, over) => back(panel.wheel(opened(context), lines, room, over)),
		line(context) {
			const line = panel.line(opened(context));
			return line === null ? null : { ...line, set: (text) => back(line.set(text)) };
		},
		enter: (context, text) => back(panel.enter(opened(context), text)),
		again: () => panel.again(),
		follow: (context) => back(panel.follow(opened(context))),
		leave: (ui) => back(panel.leave(ui)),
	};
}
