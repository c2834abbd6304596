import type { SideQuestionRequest } from '../../core/side-question/side-question-event.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { reduceComposer } from '../composer/composer.js';
import { emptyDraft } from '../composer/draft.js';
import type { ActionId } from '../keys/action-ids.js';
import { moveOf } from '../panel/list-keys.js';
import { type LoadedPanel, openLoaded } from '../panel/loaded-panel.js';
import type { TextLine } from '../panel/text-line.js';
import type { ScreenContext } from '../state/context.js';
import { show, toast, type UiRequest, type UiStep, withRequests } from '../state/step.js';
import { transcriptContext } from '../state/transcript-context.js';
import { createRenderCache } from '../transcript/line-cache.js';
import { END } from '../transcript/position.js';
import { scroll, scrollToStart } from '../transcript/scroll.js';
import { answerRows, drawPanel, sideContext } from './draw-panel.js';
import { answerOf, isUnderWay, type SidePanelState } from './panel-state.js';
import * as messages from './side-question-messages.js';
import { newsOf, spokenLines } from './spoken.js';

/** Characters of a follow-up question that are taken. */
const MOST_TYPED = 10_000;

/** Opens the panel of the side question that was asked last; what was typed meanwhile is the next one. */
export function open(context: ScreenContext, typed: string): UiStep {
	const said = { id: 1, about: newsOf(context.session.sideQuestion) };
	const state: SidePanelState = { anchor: END, typed: null, cache: createRenderCache(), said };
	return show(openLoaded(context.ui, panelOf(typed === '' ? state : { ...state, typed: oneLine(typed) }, context)));
}

function panelOf(state: SidePanelState, context: ScreenContext): LoadedPanel {
	const side = context.session.sideQuestion;
	const isRunning = side !== undefined && isUnderWay(side);
	const hasAnswer = side !== undefined && answerOf(side) !== '';
	return {
		name: 'side-question',
		coversDraft: true,
		keys: state.typed === null ? 'side-question' : 'side-question-line',
		offers: [isRunning ? 'stop' : 'close', 'hide', 'ask more', ...(hasAnswer ? ['to the draft', 'copy'] : [])],
		draw: (now, room) => drawPanel(state, now, room),
		act: (now, id, rows) => act(state, now, id, rows),
		line: (now) => lineOf(state, now),
		follow: (now) => follow(state, context, now),
		said: { id: state.said.id, lines: (now) => spokenLines(now.session.sideQuestion) },
		enter: (now, text) => enter(state, now, text),
		isBeside: true,
		leave: (ui) => withRequests(ui, wants({ do: 'close' })),
	};
}

function wants(request: SideQuestionRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'side-question', request } };
}

function become(context: ScreenContext, state: SidePanelState): UiStep {
	return show(openLoaded(context.ui, panelOf(state, context)));
}

function closed({ ui }: ScreenContext, ...requests: readonly UiRequest[]): UiStep {
	return withRequests({ ...ui, panel: { kind: 'none' } }, ...requests);
}

/** Another value where the question has changed: what its keys offer, and what is to be read out. */
function follow(state: SidePanelState, before: ScreenContext, context: ScreenContext): UiStep {
	const { sideQuestion } = context.session;
	if (sideQuestion === before.session.sideQuestion) return show(context.ui);
	const about = newsOf(sideQuestion);
	const said = about === state.said.about ? state.said : { id: state.said.id + 1, about };
	// What is asked anew is looked at.
	const isAnother = sideQuestion?.askedAt !== before.session.sideQuestion?.askedAt;
	return become(context, { ...state, said, ...(isAnother ? { anchor: END } : {}) });
}

/** What a key of the panel, or of every list, does. */
function act(state: SidePanelState, context: ScreenContext, id: ActionId, rows: number): UiStep {
	const { typed } = state;
	switch (id) {
		case 'side-close':
		case 'picker-close':
			return stopOrClose(context);
		case 'side-back':
			return become(context, { ...state, typed: null });
		case 'side-hide':
			return closed(context);
		case 'side-take':
			return take(context);
		case 'side-copy':
			return copy(context);
		case 'side-ask':
			return become(context, { ...state, typed: '' });
		case 'side-send':
			return typed === null || typed.trim() === '' ? show(context.ui) : askMore(state, typed.trim(), context);
		default:
			return become(context, scrolled(state, context, id, rows));
	}
}

/** The answer is stopped first; the second time the panel is closed, and the session with it. */
function stopOrClose(context: ScreenContext): UiStep {
	const side = context.session.sideQuestion;
	if (side?.phase === 'answering' && !side.isClosed) return withRequests(context.ui, wants({ do: 'stop' }));
	return closed(context, wants({ do: 'close' }));
}

function askMore(state: SidePanelState, text: string, context: ScreenContext): UiStep {
	const draft = { ...emptyDraft, text, cursor: text.length };
	const asked = {
		type: 'send',
		text,
		written: text,
		images: [],
		interrupts: false,
		draft,
		isSideQuestion: true,
	} as const;
	const step = become(context, { ...state, typed: null, anchor: END });
	return { ...step, requests: [asked, ...step.requests] };
}

/** The answer goes into the draft, behind what stands there; the panel is done. */
function take(context: ScreenContext): UiStep {
	const side = context.session.sideQuestion;
	const answer = side === undefined ? '' : sanitizeText(answerOf(side));
	if (side === undefined || answer === '') return show(toast(context.ui, messages.NO_ANSWER, context.now));
	const { composer } = context.ui;
	const { draft } = composer;
	const words = `${draft.text === '' || draft.text.endsWith('\n') ? '' : '\n'}${messages.draftText(sanitizeLine(side.question), answer)}`;
	const atEnd = { ...composer, draft: { ...draft, cursor: draft.text.length } };
	const ui = { ...context.ui, composer: reduceComposer(atEnd, { type: 'paste', text: words }) };
	return closed({ ...context, ui: toast(ui, messages.TAKEN, context.now) }, wants({ do: 'close' }));
}

function copy({ ui, session, now }: ScreenContext): UiStep {
	const text = session.sideQuestion === undefined ? '' : answerOf(session.sideQuestion);
	if (text === '') return show(toast(ui, messages.NO_ANSWER, now));
	return withRequests(ui, { type: 'copy', text, label: counted(text.split('\n').length, 'line') });
}

function scrolled(state: SidePanelState, context: ScreenContext, id: ActionId, panelRows: number): SidePanelState {
	if (id === 'picker-first') return { ...state, anchor: scrollToStart() };
	if (id === 'picker-last') return { ...state, anchor: END };
	const rows = answerRows(state, context, panelRows);
	const by = moveOf(id, Math.max(1, rows - 2));
	if (by === null) return state;
	const { session, ...rest } = sideContext(state, context);
	return { ...state, anchor: scroll(session.entries, transcriptContext({ session, ...rest }), state.anchor, rows, by) };
}

function lineOf(state: SidePanelState, context: ScreenContext): TextLine | null {
	if (state.typed === null) return null;
	const set = (typed: string): UiStep => become(context, { ...state, typed });
	return { text: state.typed, most: MOST_TYPED, clean: oneLine, set };
}

function oneLine(text: string): string {
	return sanitizeLine(text.replace(/\s+/g, ' ')).slice(0, MOST_TYPED);
}

/** Words where there is no screen: letters of the panel are for it, all else for the conversation. */
function enter(state: SidePanelState, context: ScreenContext, text: string): UiStep | null {
	switch (text) {
		case 't':
			return take(context);
		case 'c':
			return copy(context);
		case '':
			// A question of the conversation is read out first.
			if (context.session.questions.length > 0) return null;
			return become(context, { ...state, said: { ...state.said, id: state.said.id + 1 } });
		default:
			return null;
	}
}
