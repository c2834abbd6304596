import { defined } from '../../core/defined.js';
import type { SessionAbilities } from '../../core/sessions/abilities.js';
import { resumeCommandLine } from '../../core/sessions/resume-command.js';
import type { WantedResume } from '../../core/sessions/resuming.js';
import type { SessionRow } from '../../core/sessions/session-index.js';
import {
	isForgotten,
	recordIdOf,
	rowKey,
	type SessionListRequest,
	type SessionListState,
} from '../../core/sessions/session-list.js';
import { shadowOf } from '../../core/shadow/kept-shadow.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { refuse as refused, saying } from '../panel/panel-step.js';
import type { ScreenContext } from '../state/context.js';
import { openBeside } from '../state/open-sessions.js';
import type { UiRequest } from '../state/step.js';
import { shortDirectory } from '../status/session-words.js';
import type { ChoiceRow, PanelStep, SessionAction, SessionsPanelState } from './panel-state.js';
import { readingPage } from './reading-page.js';
import { titleOf } from './session-row.js';
import * as messages from './sessions-messages.js';

/** The request for something from the list of sessions. */
export function wants(request: SessionListRequest): UiRequest {
	return { type: 'dispatch', event: { type: 'session-list', request } };
}

/** The session that is selected, else the one with this key; undefined where there is none. */
function selectedSession({ shown, selected }: SessionsPanelState, key?: string): SessionRow | undefined {
	return key === undefined ? shown.sessions[selected] : shown.sessions.find((session) => rowKey(session) === key);
}

/** Does something with the selected session, or with the one that has this key; says why where it cannot be done. */
export function perform(
	state: SessionsPanelState,
	context: ScreenContext,
	action: SessionAction,
	key?: string,
): PanelStep {
	const session = selectedSession(state, key);
	const { sessionList: list = null } = context.session;
	if (session === undefined || list === null) return { state, requests: [] };
	const refuse = (text: string): PanelStep => refused(state, context, text);
	const ask = (title: string, rows: readonly ChoiceRow[], selected = 0): PanelStep => ({
		state: saying<SessionsPanelState>(
			{ ...state, page: { type: 'choose', key: rowKey(session), title, rows, selected } },
			{ type: 'page' },
		),
		requests: [],
	});
	const recordId = recordIdOf(session);
	const isOpen = recordId !== null && recordId === context.session.record?.id;
	const beside = openBeside(context.ui.sessions, recordId);
	const isRunning = session.state === 'running' && !isOpen;
	switch (action.type) {
		case 'resume':
			if (isOpen) return refuse(messages.IS_OPEN);
			if (beside !== undefined)
				return { state: null, requests: [{ type: 'open-sessions', do: 'show', id: beside.id }] };
			if (context.session.turn !== null) return refuse(messages.BUSY);
			if (isRunning) return ask(messages.running.title(titleOf(session)), READ_OR_FORK);
			if (session.isReadOnly) return ask(messages.reading.newer(titleOf(session)), READ_ONLY);
			if (session.cwd !== context.session.cwd) {
				return ask(
					messages.elsewhere.title(shortDirectory(session.cwd, context.home)),
					elsewhereRows(false, recordId !== null),
				);
			}
			return resume(session, false);
		case 'read': {
			const key = rowKey(session);
			const page = readingPage(key, titleOf(session));
			const requests = [wants({ type: 'read', key }), wants({ type: 'preview', key })];
			return { state: saying({ ...state, page }, { type: 'reading' }), requests };
		}
		case 'fork':
			if (session.isReadOnly) return refuse(messages.TOO_NEW);
			if (context.session.turn !== null) return refuse(messages.BUSY);
			if (recordId === null && !canAt(session, list, 'fork')) return refuse(messages.NO_FORK);
			if (session.cwd !== context.session.cwd) {
				return ask(
					messages.elsewhere.title(shortDirectory(session.cwd, context.home)),
					elsewhereRows(true, recordId !== null),
				);
			}
			return resume(session, true);
		case 'beside':
		case 'fork-beside':
			return resumeBeside(session, action.type === 'fork-beside');
		case 'copy':
			return {
				state,
				requests: [{ type: 'copy', text: resumeCommand(session, list), label: messages.elsewhere.copied }],
			};
		case 'rename':
			if (recordId === null && !canAt(session, list, 'title')) return refuse(messages.NO_RENAME);
			return {
				state: saying<SessionsPanelState>(
					{ ...state, page: { type: 'rename', key: rowKey(session), text: sanitizeLine(session.title).trim() } },
					{ type: 'page' },
				),
				requests: [],
			};
		case 'export':
			if (recordId === null) return refuse(messages.NO_EXPORT);
			return { state, requests: [{ type: 'export-session', recordId }] };
		case 'ask-delete': {
			if (beside !== undefined) return refuse(messages.isOpenAs(beside.number));
			if (isRunning || isOpen) return refuse(isOpen ? messages.IS_OPEN : messages.NOT_WHILE_RUNNING);
			const rows = deleteRows(session, list);
			if (rows.length === 1) return refuse(messages.NO_DELETE(sanitizeLine(session.agent)));
			return ask(messages.deleting.title(titleOf(session)), rows, rows.length - 1);
		}
		case 'delete':
			return { state, requests: [wants({ type: 'delete', key: rowKey(session), at: action.at })] };
		case 'back':
			return { state, requests: [] };
	}
}

/** The title that was written; an empty one, or the same, changes nothing. */
export function renamed(state: SessionsPanelState, key: string, text: string): PanelStep {
	const title = text.trim();
	const session = selectedSession(state, key);
	const back: SessionsPanelState = { ...state, page: { type: 'list' } };
	if (session === undefined || title === '' || title === session.title) return { state: back, requests: [] };
	return { state: back, requests: [wants({ type: 'rename', key, title })] };
}

/** The command that resumes a session from anywhere. */
function resumeCommand(session: SessionRow, { shadows = [] }: SessionListState): string {
	return resumeCommandLine(session.id, {
		...(recordIdOf(session) === null ? { agent: session.agent } : {}),
		...(shadowOf(shadows, session) === undefined ? {} : { sandbox: 'shadow' }),
	});
}

function resume(session: SessionRow, isFork: boolean): PanelStep {
	return {
		state: null,
		requests: [{ type: 'dispatch', event: { type: 'resume-session', ...wantedOf(session, isFork) } }],
	};
}

/** A session of another folder gets a place of its own beside this one. */
function resumeBeside(session: SessionRow, isFork: boolean): PanelStep {
	const { cwd, agent } = session;
	const wanted = { cwd, agent, resume: wantedOf(session, isFork) };
	return { state: null, requests: [{ type: 'open-sessions', do: 'open', wanted }] };
}

function wantedOf(session: SessionRow, isFork: boolean): WantedResume {
	const { id, agent, sessionId, cwd, title, updatedAt, additionalDirectories } = session;
	if (recordIdOf(session) !== null) return { target: { recordId: id }, isFork };
	const used = updatedAt === 0 ? null : updatedAt;
	return {
		target: { agent, sessionId: sessionId ?? id, cwd, title, updatedAt: used, ...defined({ additionalDirectories }) },
		isFork,
	};
}

/** Whether the session is one of the agent that is connected, and that can do this with it. */
function canAt(session: SessionRow, list: SessionListState, ability: keyof SessionAbilities): boolean {
	const { agentSessions } = list;
	return session.sessionId !== null && session.agent === agentSessions.agent && agentSessions.can[ability];
}

const READ: ChoiceRow = { label: messages.running.read, detail: messages.running.readDetail, does: { type: 'read' } };
const BACK: ChoiceRow = { label: messages.running.back, detail: '', does: { type: 'back' } };

const READ_OR_FORK: readonly ChoiceRow[] = [
	READ,
	{ label: messages.running.fork, detail: messages.running.forkDetail, does: { type: 'fork' } },
	BACK,
];

const READ_ONLY: readonly ChoiceRow[] = [
	READ,
	{ label: messages.running.toFile, detail: '', does: { type: 'export' } },
	BACK,
];

/** What can be done with a session of another folder. */
function elsewhereRows(isFork: boolean, isHere: boolean): readonly ChoiceRow[] {
	const { beside, forkBeside, besideDetail, copy } = messages.elsewhere;
	return [
		{
			label: isFork ? forkBeside : beside,
			detail: besideDetail,
			does: { type: isFork ? 'fork-beside' : 'beside' },
		},
		...(isHere ? [READ] : []),
		{ label: copy, detail: '', does: { type: 'copy' } },
		BACK,
	];
}

/** The places that a session can be deleted at, and keeping it, which is selected first. */
function deleteRows(session: SessionRow, list: SessionListState): readonly ChoiceRow[] {
	const words = messages.deleting;
	const name = sanitizeLine(session.agent);
	const isHere = recordIdOf(session) !== null;
	const isThere = canAt(session, list, 'delete') && session.where.includes('agent');
	const rows: ChoiceRow[] = [];
	if (isHere) {
		const isOnly = isForgotten(session, list) || session.sessionId === null;
		rows.push({
			label: isOnly ? words.hereOnly : words.here,
			detail: isOnly ? words.hereOnlyDetail : words.hereDetail,
			does: { type: 'delete', at: 'here' },
		});
	}
	if (isThere) {
		const detail = isHere ? words.agentDetail : words.agentOnlyDetail(name);
		rows.push({ label: words.agent(name), detail, does: { type: 'delete', at: 'agent' } });
	}
	if (isHere && isThere) {
		rows.push({ label: words.both(name), detail: words.bothDetail, does: { type: 'delete', at: 'both' } });
	}
	return [...rows, { label: words.keep, detail: '', does: { type: 'back' } }];
}
