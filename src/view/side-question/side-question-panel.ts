import type { SideQuestion } from '../../core/side-question/side-question.js';
import type { SideQuestionRequest } from '../../core/side-question/side-question-event.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { reduceComposer } from '../composer/composer.js';
import { emptyDraft } from '../composer/draft.js';
import { openPage, openPanel } from '../panel/engine.js';
import type { Panel, PanelAction, PanelKind, PanelPlace, PanelResult } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiRequest, type UiStep, withRequests } from '../state/ui-step.js';
import { createRenderCache, type RenderCache } from '../transcript/line-cache.js';
import { END } from '../transcript/position.js';
import { answerOf, isUnderWay, toolsOf } from './side-answer.js';
import { knowledgeWords, sidePane } from './side-pane.js';
import * as messages from './side-question-messages.js';

/** Characters of a follow-up question that are taken. */
const MOST_TYPED = 10_000;

type Side = {
	/** Lines that were drawn for the panel. */
	readonly cache: RenderCache;
	/** Subject of the last announcement: the question, and where it stood. */
	readonly about: string;
};

/** Opens the panel of the side question that was asked last; what was typed meanwhile is the next one. */
export function open(context: ScreenContext, typed: string): UiStep {
	const own = { cache: createRenderCache(), about: newsOf(context.session.sideQuestion) };
	const ui = openPanel(context, sidePanel, own);
	return show(typed === '' ? ui : askMore({ ...context, ui }, own, { typed: oneLine(typed), anchor: END }));
}

const sidePanel: PanelKind<Side> = {
	name: 'side-question',
	keys: 'side-question',
	coversDraft: true,
	isNonmodal: true,
	panel: (context, own, place) => ({
		...panelOf(context, own, false),
		actions: () => actionsOf(context, own, place),
		spoken: { lines: () => spokenLines(context.session.sideQuestion) },
	}),
	follow({ session }, own) {
		const about = newsOf(session.sideQuestion);
		return about === own.about ? null : { own: { ...own, about }, reads: 'list' };
	},
};

/** The screen with a line below the answer, to ask more in the same session. */
function askMore(context: ScreenContext, own: Side, place: Pick<PanelPlace, 'typed' | 'anchor'>): UiState {
	return openPage(context, askPage, own, place);
}

const askPage: PanelKind<Side> = {
	name: 'side-question',
	keys: 'side-question-line',
	closedBy: 'side-back',
	isNonmodal: true,
	panel: (context, own, { typed }) => ({
		...panelOf(context, own, true),
		line: {
			most: MOST_TYPED,
			clean: oneLine,
			label: 'Ask more: ',
			hint: typed === '' ? 'enter asks · esc back' : '',
			isValue: true,
		},
		actions: () => [{ id: 'side-send', words: 'ask', isEnter: true, run: (now) => send(now, own, typed.trim()) }],
	}),
};

/** Fields that both panels share: the answer. */
function panelOf<State>(context: ScreenContext, { cache }: Side, isAsking: boolean): Panel<State> {
	const side = context.session.sideQuestion;
	return {
		title: messages.TITLE,
		titleNote: side === undefined ? '' : knowledgeWords(side, context.ui.columns),
		rows: [],
		pane: sidePane(context, cache, isAsking),
		left: (ui) => withRequests(ui, wants({ do: 'close' })),
	};
}

function actionsOf({ session }: ScreenContext, own: Side, { anchor }: PanelPlace): readonly PanelAction<Side>[] {
	const side = session.sideQuestion;
	const why = side === undefined || answerOf(side) === '' ? 'There is no answer yet.' : null;
	return [
		{
			id: 'side-close',
			words: side !== undefined && isUnderWay(side) ? 'stop' : 'close',
			run: () => stopOrClose(side),
		},
		{ id: 'side-hide', words: 'hide', run: () => ({ closes: true }) },
		{ id: 'side-ask', words: 'ask more', run: (context) => ({ ui: askMore(context, own, { typed: '', anchor }) }) },
		{ id: 'side-take', words: 'to the draft', word: 't', why, run: take },
		{ id: 'side-copy', words: 'copy', word: 'c', why, run: copy },
		{ id: null, word: '', run: () => ({ reads: 'list' }) },
	];
}

function wants(request: SideQuestionRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'side-question', request } };
}

/** The answer is stopped first; the second time the panel is closed, and the session with it. */
function stopOrClose(side: SideQuestion | undefined): PanelResult<Side> {
	if (side?.phase === 'answering' && !side.isClosed) return { requests: [wants({ do: 'stop' })] };
	return { closes: true, requests: [wants({ do: 'close' })] };
}

function send(context: ScreenContext, { cache, about }: Side, text: string): PanelResult<Side> {
	if (text === '') return {};
	const draft = { ...emptyDraft, text, cursor: text.length };
	const words = { text, written: text, images: [], interrupts: false, draft, isSideQuestion: true } as const;
	// A new question is shown from the end of the answer.
	return { ui: openPanel(context, sidePanel, { cache, about }), requests: [{ type: 'send', ...words }] };
}

/** The answer goes into the draft, behind what stands there; the panel is done. */
function take({ session, ui, now }: ScreenContext): PanelResult<Side> {
	const side = session.sideQuestion;
	if (side === undefined) return {};
	const { composer } = ui;
	const { draft } = composer;
	const answer = `I asked on the side: ${sanitizeLine(side.question)}\nThe answer was:\n${sanitizeText(answerOf(side))}\n\n`;
	const words = `${draft.text === '' || draft.text.endsWith('\n') ? '' : '\n'}${answer}`;
	const atEnd = { ...composer, draft: { ...draft, cursor: draft.text.length } };
	const taken = { ...ui, composer: reduceComposer(atEnd, { type: 'paste', text: words }) };
	return { ui: toast(taken, 'The answer is in the draft.', now), closes: true, requests: [wants({ do: 'close' })] };
}

function copy({ session }: ScreenContext): PanelResult<Side> {
	const text = session.sideQuestion === undefined ? '' : answerOf(session.sideQuestion);
	return { requests: [{ type: 'copy', text, label: counted(text.split('\n').length, 'line') }] };
}

function oneLine(text: string): string {
	return sanitizeLine(text.replace(/\s+/g, ' ')).slice(0, MOST_TYPED);
}

/** Tools of an answer that are named. */
const MOST_TOOLS = 5;

/** Changes worth a word: another question, and where it has come to. */
function newsOf(side: SideQuestion | undefined): string {
	if (side === undefined) return '';
	return `${side.askedAt} ${isUnderWay(side) ? 'asked' : side.phase}`;
}

/** Lines for a screen reader: the question, then its outcome. */
function spokenLines(side: SideQuestion | undefined): readonly string[] {
	if (side === undefined) return [];
	const asked = `Side question: ${sanitizeLine(side.question)}`;
	if (isUnderWay(side)) return [asked, 'It is being asked; the conversation goes on.'];
	const answer = sanitizeText(answerOf(side));
	const tools = toolsOf(side).slice(0, MOST_TOOLS).map(sanitizeLine);
	return [
		...(side.phase === 'failed' ? failureLines(side) : []),
		...(side.phase === 'stopped' ? ['The side question was stopped.'] : []),
		...(tools.length === 0 ? [] : [`It used: ${tools.join(', ')}.`]),
		...(answer === ''
			? []
			: ['Answer to the side question:', ...answer.split('\n').filter((line) => line.trim() !== '')]),
		...(answer === ''
			? []
			: ['t takes the answer into the draft, c copies it, enter reads it again, escape closes it.']),
	];
}

function failureLines({ failure }: SideQuestion): readonly string[] {
	if (failure === undefined) return [];
	return [sanitizeLine(failure.message), ...(failure.hint === undefined ? [] : [sanitizeLine(failure.hint)])];
}
