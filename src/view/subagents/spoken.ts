import { eachEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { activeTime, type Subagent } from '../../core/subagents/subagent.js';
import type { SubagentNode } from '../../core/subagents/tree.js';
import { listClosed, notInList } from '../linear/dialogue-messages.js';
import { announceEntry } from '../linear/entry-announcement.js';
import { oneLine, sentence, spokenTime } from '../linear/spoken-text.js';
import { refuse, saying } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { rowsOf, wholeOf } from './draw-panel.js';
import { endWords, questionOf, questionWords, statusWords, titleOf, tokensText } from './figures.js';
import { cancelled, goToQuestion, whyNotCancelled } from './panel-keys.js';
import type { PanelStep, SubagentsPanelState } from './panel-state.js';
import * as messages from './subagents-messages.js';
import { entriesOfCard } from './transcript-view.js';

/** Of a transcript so many entries are read out, the last ones. */
const MOST_ENTRIES = 30;

/** What the panel says where there is no screen. */
export function spokenLines({ said, chosen }: SubagentsPanelState, context: ScreenContext): readonly string[] {
	const session = wholeOf(context);
	const subagent = chosen === null ? undefined : session.subagents?.get(chosen);
	switch (said.what.type) {
		case 'words':
			return [sentence(said.what.text)];
		case 'tree':
			return treeLines(context);
		case 'choices':
			return subagent === undefined ? [] : choiceLines(context, subagent);
		case 'transcript':
			return subagent === undefined ? [] : transcriptLines(session, subagent);
	}
}

function treeLines(context: ScreenContext): readonly string[] {
	const nodes = rowsOf(wholeOf(context));
	if (nodes.length === 0) return [messages.NONE];
	const rows = nodes.map((node, index) => `${index + 1} ${rowSentence(node, context)}`);
	return [messages.spoken.head(nodes.length), ...rows, messages.spoken.how];
}

function rowSentence({ subagent, depth }: SubagentNode, context: ScreenContext): string {
	const session = wholeOf(context);
	const question = questionOf(context, subagent);
	const tokens = tokensText(subagent);
	const took = activeTime(subagent, context.now);
	const parent = depth === 0 ? undefined : session.subagents?.get(subagent.parentId ?? '');
	const words = [
		oneLine(titleOf(subagent)),
		...(parent === undefined ? [] : [messages.spoken.of(oneLine(titleOf(parent), 40))]),
		statusWords(subagent),
		...(question === undefined ? [] : [messages.asks(oneLine(questionWords(question, session.cwd)))]),
		...(took < 1000 ? [] : [spokenTime(took)]),
		...(subagent.toolCalls === 0 ? [] : [messages.calls(subagent.toolCalls)]),
		...(tokens === '' ? [] : [messages.tokens(tokens)]),
		endWords(subagent),
	];
	return sentence(words.filter((word) => word !== '').join(', '));
}

type Choice = keyof typeof messages.spoken.actions;

/** What can be done with it: what cannot is not in the list. */
function choicesFor(context: ScreenContext, subagent: Subagent): readonly Choice[] {
	return [
		'read',
		...(questionOf(context, subagent) === undefined ? [] : (['answer'] as const)),
		...(whyNotCancelled(context, subagent) === null ? (['cancel'] as const) : []),
	];
}

function choiceLines(context: ScreenContext, subagent: Subagent): readonly string[] {
	const rows = choicesFor(context, subagent).map(
		(choice, index) => `${index + 1} ${sentence(messages.spoken.actions[choice])}`,
	);
	const why = whyNotCancelled(context, subagent);
	return [
		sentence(oneLine(titleOf(subagent))),
		...rows,
		...(why === null || why === messages.HAS_ENDED ? [] : [sentence(why)]),
		messages.spoken.choose,
	];
}

function transcriptLines(session: SessionState, { cardId }: Subagent): readonly string[] {
	const entries = entriesOfCard(session, cardId);
	if (entries === null) return [sentence(messages.GONE)];
	const all = [...eachEntry(entries)];
	const lines = all.slice(-MOST_ENTRIES).flatMap((entry) => announceEntry(entry, null, session.cwd).lines);
	const earlier = all.length > MOST_ENTRIES ? [messages.spoken.earlier(all.length - MOST_ENTRIES)] : [];
	return [...earlier, ...(lines.length === 0 ? [messages.NOTHING_YET] : lines), messages.spoken.end];
}

/** A number or nothing, with enter. */
export function enterWords(state: SubagentsPanelState, context: ScreenContext, text: string): PanelStep {
	const session = wholeOf(context);
	const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
	const subagent = state.chosen === null ? undefined : session.subagents?.get(state.chosen);
	if (subagent === undefined) return enterInTree(state, context, text, number);
	const back: SubagentsPanelState = { ...state, chosen: null };
	if (text === '') return { state: saying(back, { type: 'tree' }), requests: [] };
	const choice = choicesFor(context, subagent)[number - 1];
	if (choice === undefined) return told(state, notInList(number));
	switch (choice) {
		case 'read':
			return { state: saying(state, { type: 'transcript' }), requests: [] };
		case 'answer':
			return goToQuestion(state, context, subagent);
		case 'cancel': {
			const why = whyNotCancelled(context, subagent);
			const step = why === null ? cancelled(back, context, subagent) : refuse(state, context, why);
			// The panel says it.
			return { state: step.state, requests: step.requests };
		}
	}
}

function enterInTree(state: SubagentsPanelState, context: ScreenContext, text: string, number: number): PanelStep {
	if (text === '') {
		return { state: null, requests: [], ui: { ...context.ui, toast: { text: listClosed, until: context.now } } };
	}
	const node = rowsOf(wholeOf(context))[number - 1];
	if (node === undefined) return told(state, notInList(number));
	return { state: saying({ ...state, chosen: node.subagent.id }, { type: 'choices' }), requests: [] };
}

function told(state: SubagentsPanelState, text: string): PanelStep {
	return { state: saying(state, { type: 'words', text }), requests: [] };
}
