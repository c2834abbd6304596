import { findCallIndex } from '../../core/session/entries/find-call.js';
import { isAtWork } from '../../core/subagents/subagent.js';
import { type LoadedPanel, openLoaded } from '../panel/loaded-panel.js';
import { toUi as afterStep } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep } from '../state/step.js';
import { inSubagentView, outOfSubagentViews, subagentViewIn } from '../state/subagent-view.js';
import { drawPanel, rowsOf, selectedIndex, wholeOf } from './draw-panel.js';
import { questionOf } from './figures.js';
import { act, whyNotCancelled } from './panel-keys.js';
import type { PanelStep, SubagentsPanelState } from './panel-state.js';
import { enterWords, spokenLines } from './spoken.js';
import { openTranscript } from './transcript-view.js';

/** Opens the tree of sub-agents; `card`, where one is named, is the card whose transcript is opened at once. */
export function open(context: ScreenContext, card: string): UiStep {
	const session = wholeOf(context);
	if (card !== '' && findCallIndex(session, card) >= 0) {
		return show(openTranscript(inSubagentView(context), card, null));
	}
	// The tree is of the conversation: a transcript that is open is left.
	const shown = subagentViewIn(context.ui)?.cardId;
	const nodes = rowsOf(session);
	const best =
		nodes.find(({ subagent }) => subagent.cardId === shown) ??
		nodes.find(({ subagent }) => subagent.status === 'waiting') ??
		nodes.find(({ subagent }) => isAtWork(subagent)) ??
		nodes.at(-1);
	const state: SubagentsPanelState = {
		selected: best?.subagent.id ?? null,
		cancelling: null,
		said: { id: 1, what: { type: 'tree' } },
		chosen: null,
	};
	return show(openLoaded(outOfSubagentViews(context.ui, session), panelOf(state)));
}

/** What keys do for the sub-agent that is selected when the panel is made: enter first. */
function panelOf(state: SubagentsPanelState, offers: readonly string[] = ['open']): LoadedPanel {
	const panel: LoadedPanel = {
		name: 'subagents',
		keys: 'subagents',
		offers,
		draw: (context, room) => drawPanel(state, context, room),
		act: (context, id, rows) => toUi(context, act(state, context, id, rows, panel), offers),
		follow(context) {
			const now = offersNow(state, context);
			const isSame = now.length === offers.length && now.every((offer, at) => offer === offers[at]);
			return show(isSame ? context.ui : openLoaded(context.ui, panelOf(state, now)));
		},
		wakeAt(context) {
			const all = [...(wholeOf(context).subagents?.values() ?? [])];
			const isClockShown = all.some(({ activeSince }) => activeSince !== undefined);
			return isClockShown ? context.now - (context.now % 1000) + 1000 : null;
		},
		said: { id: state.said.id, lines: (context) => spokenLines(state, context) },
		enter: (context, text) => toUi(context, enterWords(state, context, text), offers),
		left: [],
	};
	return panel;
}

function offersNow(state: SubagentsPanelState, context: ScreenContext): readonly string[] {
	const session = wholeOf(context);
	const nodes = rowsOf(session);
	const subagent = nodes[selectedIndex(state, nodes)]?.subagent;
	if (subagent === undefined) return [];
	return [
		'open',
		...(questionOf(context, subagent) === undefined ? [] : ['answer']),
		...(whyNotCancelled(context, subagent) === null ? ['stop it'] : []),
	];
}

function toUi(context: ScreenContext, step: PanelStep, offers: readonly string[]): UiStep {
	return afterStep(context, step, (state) => panelOf(state, offers));
}
