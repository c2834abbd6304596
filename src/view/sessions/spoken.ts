import type { SessionRow } from '../../core/sessions/session-index.js';
import { rowKey } from '../../core/sessions/session-list.js';
import { ageText } from '../../core/text/age.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { money } from '../money.js';
import { spoken as panelWords } from '../panel/panel-messages.js';
import { saying } from '../panel/panel-step.js';
import { oneLine, sentence, textLines } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { shortDirectory } from '../status/session-words.js';
import { agentWords, emptyWords, rowContext } from './draw-panel.js';
import { excerptOf } from './find-sessions.js';
import type { ChoiceRow, PanelStep, SessionsPanelState } from './panel-state.js';
import { perform, renamed, wants } from './session-actions.js';
import { placeWords, stateWords, titleOf } from './session-row.js';
import * as messages from './sessions-messages.js';
import { withSearch } from './typing.js';

/** How many sessions are read out at once. */
const AT_ONCE = 9;

/** What the panel says where there is no screen. */
export function spokenLines(state: SessionsPanelState, context: ScreenContext): readonly string[] {
	const { what } = state.said;
	switch (what.type) {
		case 'looking':
			return [messages.LOOKING];
		case 'words':
			return [sentence(what.text)];
		case 'reading':
			return readingLines(state, context);
		case 'page':
			return pageLines(state);
		case 'rows':
			return rowLines(state, context, what.from);
	}
}

function pageLines({ page }: SessionsPanelState): readonly string[] {
	if (page.type === 'rename') return [messages.spoken.rename];
	if (page.type !== 'choose') return [];
	const rows = page.rows.map(
		({ label, detail }, index) => `${index + 1} ${sentence([label, detail].filter(Boolean).join(', '))}`,
	);
	return [sentence(oneLine(page.title)), ...rows, messages.spoken.choose];
}

/** The last exchanges of the session that is read. */
function readingLines({ page }: SessionsPanelState, { session }: ScreenContext): readonly string[] {
	const preview = page.type === 'read' ? session.sessionList?.previews.get(page.key) : undefined;
	if (preview === undefined) return [messages.PREVIEW];
	if (preview.problem !== null) return [sentence(oneLine(preview.problem))];
	const said = preview.exchanges.flatMap(({ prompt, answer }) => [
		...textLines(`${messages.spoken.you} ${prompt}`),
		...textLines(answer),
	]);
	const before = preview.earlier === 0 ? [] : [sentence(messages.earlierExchanges(preview.earlier))];
	return [...before, ...said, messages.spoken.endOfReading];
}

function rowLines(state: SessionsPanelState, context: ScreenContext, from: number): readonly string[] {
	const list = context.session.sessionList ?? null;
	const { sessions } = state.shown;
	const isAll = list?.scope === 'all';
	const how = isAll ? messages.spoken.howAll : messages.spoken.how;
	if (list === null || sessions.length === 0) return [sentence(emptyWords(list, state.search)), how];
	const rows = sessions.slice(from, from + AT_ONCE);
	if (rows.length === 0) return [messages.spoken.noMore];
	const scope = messages.scopeWords(list.scope, shortDirectory(context.session.cwd, context.home));
	const search = state.search.trim();
	const head = search === '' ? messages.spoken.list(scope) : messages.spoken.found(sessions.length, search);
	const left = sessions.length - from - rows.length;
	const { text: agent } = agentWords(list);
	return [
		...(from === 0 ? [head] : []),
		...rows.map((session, index) => `${from + index + 1} ${rowSentence(session, state, context)}`),
		...(left > 0 ? [messages.spoken.more(left)] : []),
		...(from === 0 && agent !== '' ? [sentence(agent)] : []),
		...(from === 0 ? [how] : []),
	];
}

function rowSentence(session: SessionRow, state: SessionsPanelState, context: ScreenContext): string {
	const row = rowContext(state, context);
	const { list } = row;
	const { updatedAt, agent, branch, prompts, cost, cwd } = session;
	const excerpt = excerptOf(session, state.shown.excerpts);
	const words = [
		oneLine(titleOf(session)),
		...stateWords(session, row),
		...(updatedAt === 0 ? [] : [ageText(updatedAt, context.now)]),
		...(list?.scope === 'all' ? [shortDirectory(cwd, context.home)] : []),
		oneLine(agent, 40),
		...(branch === null ? [] : [`branch ${sanitizeLine(branch)}`]),
		...(prompts === 0 ? [] : [counted(prompts, 'prompt')]),
		...(cost === null ? [] : [money(cost)]),
		...placeWords(session, list),
		...(excerpt == null ? [] : [messages.spoken.said(oneLine(excerpt, 160))]),
	];
	return sentence(words.join(', '));
}

/** Words, a number or nothing, with enter. */
export function enterWords(state: SessionsPanelState, context: ScreenContext, text: string): PanelStep {
	const { page } = state;
	const back: SessionsPanelState = { ...state, page: { type: 'list' } };
	const number = /^\d{1,5}$/.test(text) ? Number(text) : null;
	if (page.type === 'rename') {
		const step = renamed(state, page.key, text);
		return text === '' ? { ...step, state: saying(back, { type: 'rows', from: 0 }) } : step;
	}
	if (page.type === 'choose') {
		if (text === '') return { state: saying(back, { type: 'rows', from: 0 }), requests: [] };
		const row = number === null ? undefined : page.rows[number - 1];
		if (row === undefined) return told(state, panelWords.notInList(number ?? 0));
		return perform(back, context, row.does, page.key);
	}
	if (page.type === 'read' && text === '') return { state: saying(back, { type: 'rows', from: 0 }), requests: [] };
	return enterInList(back, context, text, number);
}

function enterInList(
	state: SessionsPanelState,
	context: ScreenContext,
	text: string,
	number: number | null,
): PanelStep {
	const scope = context.session.sessionList?.scope ?? 'folder';
	if (text === '') {
		return { state: null, requests: [], ui: { ...context.ui, toast: { text: panelWords.closed, until: context.now } } };
	}
	if (text === 'more') {
		const readTo = Math.min(state.readTo + AT_ONCE, state.shown.sessions.length);
		const next = { ...state, readTo, selected: Math.max(0, Math.min(readTo, state.shown.sessions.length - 1)) };
		return { state: saying(next, { type: 'rows', from: readTo }), requests: [] };
	}
	if ((text === 'all' && scope === 'folder') || (text === 'here' && scope === 'all')) {
		const other = scope === 'all' ? 'folder' : 'all';
		return { state: { ...state, readTo: 0 }, requests: [wants({ type: 'open', scope: other })] };
	}
	if (number === null) {
		const { state: searching, requests } = withSearch({ ...state, readTo: 0 }, text);
		return { state: searching, requests };
	}
	const session = state.shown.sessions[number - 1];
	if (session === undefined) return told(state, panelWords.notInList(number));
	const { actions } = messages.spoken;
	const row = (label: string, does: ChoiceRow['does']): ChoiceRow => ({ label, detail: '', does });
	const rows = [
		row(actions.resume, { type: 'resume' }),
		row(actions.read, { type: 'read' }),
		row(actions.rename, { type: 'rename' }),
		row(actions.fork, { type: 'fork' }),
		row(actions.export, { type: 'export' }),
		row(actions.delete, { type: 'ask-delete' }),
	];
	const page = { type: 'choose', key: rowKey(session), title: titleOf(session), rows, selected: 0 } as const;
	return { state: saying({ ...state, page }, { type: 'page' }), requests: [] };
}

function told(state: SessionsPanelState, text: string): PanelStep {
	return { state: saying(state, { type: 'words', text }), requests: [] };
}
