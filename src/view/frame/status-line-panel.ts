import { openPanel } from '../panel/engine.js';
import { type PanelAction, type PanelKind, type PanelRow, panelOf } from '../panel/panel.js';
import { lineText } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep } from '../state/step.js';
import { STATUS_PARTS, type StatusPart } from '../ui-options.js';
import { statusLine as messages } from './frame-messages.js';
import { statusPart, withStatusLine } from './own-status-line.js';

export function open(context: ScreenContext): UiStep {
	return show(openPanel(context, statusLinePanel, null));
}

type Row = PanelRow & { readonly part: StatusPart; readonly place: number };

/** The parts that the row has, in order, then the others; the row itself changes with each choice. */
const statusLinePanel: PanelKind = {
	name: 'status-line',
	// A list in an order of one's own has the keys of the queue.
	keys: 'queue',
	panel(context) {
		const { statusLine = [] } = context.ui.appearance;
		const shown = 'command' in statusLine ? [] : statusLine;
		const others = STATUS_PARTS.filter((part) => !shown.includes(part));
		return panelOf<null, Row>({
			title: messages.TITLE,
			keyWords: messages.KEYS,
			rows: [...shown, ...others].map((part, at) => ({
				id: part,
				part,
				place: at < shown.length ? at : -1,
				label: part,
				detail: lineText(statusPart(part, context)) || messages.NOTHING,
				isCurrent: at < shown.length,
			})),
			actions: (row) => (row === undefined ? [] : actionsOf(row, shown)),
		});
	},
};

function actionsOf({ part, place }: Row, shown: readonly StatusPart[]): readonly PanelAction<null>[] {
	const rest = shown.filter((each) => each !== part);
	const moved = (by: -1 | 1): PanelAction<null>['run'] => {
		const to = Math.max(0, Math.min(rest.length, place + by));
		return (context) => withStatusLine(context, [...rest.slice(0, to), part, ...rest.slice(to)]);
	};
	const words = place < 0 ? messages.SHOW : messages.HIDE;
	const toggled = place < 0 ? [...shown, part] : rest;
	return [
		{ id: 'queue-edit', words, spoken: words, isEnter: true, run: (context) => withStatusLine(context, toggled) },
		...(place < 0
			? []
			: ([
					{ id: 'queue-earlier', words: messages.EARLIER, spoken: messages.EARLIER, run: moved(-1) },
					{ id: 'queue-later', words: messages.LATER, spoken: messages.LATER, run: moved(1) },
				] as const)),
	];
}
