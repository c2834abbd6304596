import { openPanel } from '../panel/engine.js';
import { type PanelAction, type PanelActions, type PanelKind, type PanelRow, panelOf } from '../panel/panel.js';
import { lineText } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep, withRequests } from '../state/ui-step.js';
import { STATUS_PARTS, type StatusPart } from '../ui-options.js';
import { PARTS, saveStatusLine, withStatusLine } from './own-status-line.js';

export function open(context: ScreenContext): UiStep {
	return show(openPanel(context, statusLinePanel, partsIn(context)));
}

type Row = PanelRow & { readonly part: StatusPart; readonly place: number };

/** `before`: the parts when the list was opened. */
const statusLinePanel: PanelKind<readonly StatusPart[]> = {
	name: 'status-line',
	// A list in an order of one's own has the keys of the queue.
	keys: 'queue',
	panel(context, before) {
		const shown = partsIn(context);
		const others = STATUS_PARTS.filter((part) => !shown.includes(part));
		return panelOf<readonly StatusPart[], Row>({
			title: 'Status line',
			keyWords: 'enter shows or hides, K J moves',
			rows: [...shown, ...others].map((part, at) => ({
				id: part,
				part,
				place: at < shown.length ? at : -1,
				label: part,
				detail: lineText(PARTS[part](context)) || 'nothing now',
				isCurrent: at < shown.length,
			})),
			actions: (row) => (row === undefined ? [] : actionsOf(row, shown)),
			// Each step is tried; what one leaves with is kept.
			left: (ui) => (shown.join() === before.join() ? show(ui) : withRequests(ui, saveStatusLine(shown))),
		});
	},
};

function partsIn({ ui }: ScreenContext): readonly StatusPart[] {
	const { statusLine = [] } = ui.appearance;
	return 'command' in statusLine ? [] : statusLine;
}

function actionsOf({ part, place }: Row, shown: readonly StatusPart[]): PanelActions<readonly StatusPart[]> {
	const rest = shown.filter((each) => each !== part);
	const moved = (by: -1 | 1): PanelAction<readonly StatusPart[]>['run'] => {
		const to = Math.max(0, Math.min(rest.length, place + by));
		return (context) => withStatusLine(context, [...rest.slice(0, to), part, ...rest.slice(to)]);
	};
	const words = place < 0 ? 'show' : 'hide';
	const toggled = place < 0 ? [...shown, part] : rest;
	return [
		{ id: 'queue-edit', words, spoken: words, isEnter: true, run: (context) => withStatusLine(context, toggled) },
		place >= 0 && { id: 'queue-earlier', words: 'move left', spoken: 'move left', run: moved(-1) },
		place >= 0 && { id: 'queue-later', words: 'move right', spoken: 'move right', run: moved(1) },
	];
}
