import { defined } from '../../core/defined.js';
import { resumeCommandLine } from '../../core/resuming/resume-command.js';
import type { WantedResume } from '../../core/resuming/resuming.js';
import type { SessionAbilities } from '../../core/session-abilities.js';
import type { SessionRow } from '../../core/session-index.js';
import { isForgotten, recordIdOf, rowKey, type SessionListState } from '../../core/session-list.js';
import { shadowOf } from '../../core/shadow/kept-shadow.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { PanelResult } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { openBeside } from '../state/open-sessions.js';
import type { UiRequest } from '../state/step.js';
import { shortDirectory } from '../status/session-words.js';
import { wants } from './list-requests.js';
import { askChoice, type ChoiceRow, readSession, renameSession } from './session-pages.js';
import { titleOf } from './session-row.js';
import * as messages from './sessions-messages.js';

export type SessionAction =
	| 'resume'
	| 'fork'
	| 'read'
	| 'rename'
	| 'export'
	| 'ask-delete'
	| 'back'
	| 'beside'
	| 'fork-beside'
	| 'copy'
	| { readonly deleteAt: 'here' | 'agent' | 'both' };

/** Does something with a session; says why where it cannot be done. */
export function perform(context: ScreenContext, session: SessionRow, action: SessionAction): PanelResult<never> {
	const { sessionList: list } = context.lookups;
	if (list === null) return {};
	const ask = (title: string, choices: readonly Choice[], first = 0): PanelResult<never> => ({
		ui: askChoice(context, session, { title, rows: choices.map((choice) => rowOf(session, choice)), first }),
	});
	const recordId = recordIdOf(session);
	const isOpen = recordId !== null && recordId === context.session.record?.id;
	const beside = openBeside(context.ui.sessions, recordId);
	const isRunning = session.state === 'running' && !isOpen;
	const elsewhere = (isFork: boolean): PanelResult<never> =>
		ask(messages.elsewhere.title(shortDirectory(session.cwd, context.home)), elsewhereRows(session, isFork));
	if (typeof action === 'object')
		return { requests: [wants({ type: 'delete', key: rowKey(session), at: action.deleteAt })] };
	switch (action) {
		case 'resume':
			if (isOpen) return { words: messages.IS_OPEN };
			if (beside !== undefined) return leaving({ type: 'open-sessions', do: 'show', id: beside.id });
			if (context.session.turn !== null) return { words: messages.BUSY };
			if (isRunning) return ask(messages.running.title(titleOf(session)), READ_OR_FORK);
			if (session.isReadOnly) return ask(`“${titleOf(session)}” was written by a newer acp-tui`, READ_ONLY);
			return session.cwd === context.session.cwd ? resume(session, false) : elsewhere(false);
		case 'read': {
			const key = rowKey(session);
			const requests = [wants({ type: 'read', key }), wants({ type: 'preview', key })];
			const exportIt = (now: ScreenContext): PanelResult<never> => perform(now, session, 'export');
			const forkIt = (now: ScreenContext): PanelResult<never> => perform(now, session, 'fork');
			return { ui: readSession(context, session, { exportIt, forkIt }), requests };
		}
		case 'fork':
			if (session.isReadOnly) return { words: 'It was written by a newer acp-tui, which alone can go on with it' };
			if (context.session.turn !== null) return { words: messages.BUSY };
			if (recordId === null && !canAt(session, list, 'fork'))
				return { words: 'Only the agent keeps it, and it cannot copy sessions' };
			return session.cwd === context.session.cwd ? resume(session, true) : elsewhere(true);
		case 'beside':
		case 'fork-beside': {
			const { cwd, agent } = session;
			const wanted = { cwd, agent, resume: wantedOf(session, action === 'fork-beside') };
			return leaving({ type: 'open-sessions', do: 'open', wanted });
		}
		case 'copy':
			return { requests: [{ type: 'copy', text: resumeCommand(session, list), label: messages.elsewhere.copied }] };
		case 'rename':
			if (recordId === null && !canAt(session, list, 'title'))
				return { words: 'This agent gives its sessions their titles itself' };
			return { ui: renameSession(context, session) };
		case 'export':
			if (recordId === null) return { words: 'Only the agent keeps it: open it first, then /export' };
			return { requests: [{ type: 'export-session', recordId }] };
		case 'ask-delete': {
			if (beside !== undefined) return { words: `It is open as session ${beside.number}: close it there first` };
			if (isRunning || isOpen)
				return { words: isOpen ? messages.IS_OPEN : 'It runs in another program: leave it there first' };
			const rows = deleteRows(session, list);
			if (rows.length === 1)
				return { words: `${sanitizeLine(session.agent)} cannot delete sessions; only it keeps this one` };
			return ask(messages.deleting.title(titleOf(session)), rows, rows.length - 1);
		}
		case 'back':
			return {};
	}
}

function leaving(request: UiRequest): PanelResult<never> {
	return { closes: true, requests: [wants({ type: 'close' }), request] };
}

/** The command that resumes a session from anywhere. */
function resumeCommand(session: SessionRow, { shadows = [] }: SessionListState): string {
	return resumeCommandLine(session.id, {
		...(recordIdOf(session) === null ? { agent: session.agent } : {}),
		...(shadowOf(shadows, session) === undefined ? {} : { sandbox: 'shadow' }),
	});
}

function resume(session: SessionRow, isFork: boolean): PanelResult<never> {
	return leaving({ type: 'dispatch', event: { type: 'resume-session', ...wantedOf(session, isFork) } });
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

/** A row of what is asked about a session. */
type Choice = Pick<ChoiceRow, 'label' | 'detail'> & { readonly does: SessionAction };

function rowOf(session: SessionRow, { does, ...words }: Choice): ChoiceRow {
	return { ...words, run: (context) => perform(context, session, does) };
}

const READ: Choice = { label: 'Read it here', detail: 'nothing can be sent', does: 'read' };
const BACK: Choice = { label: 'Back to the list', detail: '', does: 'back' };

const READ_OR_FORK: readonly Choice[] = [
	READ,
	{ label: 'Go on in a copy of it', detail: 'a new session; the other program keeps this one', does: 'fork' },
	BACK,
];

const READ_ONLY: readonly Choice[] = [
	READ,
	{ label: 'Write its transcript to a file', detail: '', does: 'export' },
	BACK,
];

/** A session of another folder gets a place of its own beside this one. */
function elsewhereRows(session: SessionRow, isFork: boolean): readonly Choice[] {
	const { beside, forkBeside, besideDetail, copy } = messages.elsewhere;
	return [
		{ label: isFork ? forkBeside : beside, detail: besideDetail, does: isFork ? 'fork-beside' : 'beside' },
		...(recordIdOf(session) === null ? [] : [READ]),
		{ label: copy, detail: '', does: 'copy' },
		BACK,
	];
}

/** The places that a session can be deleted at, and keeping it, which is selected first. */
function deleteRows(session: SessionRow, list: SessionListState): readonly Choice[] {
	const words = messages.deleting;
	const name = sanitizeLine(session.agent);
	const isHere = recordIdOf(session) !== null;
	const isThere = canAt(session, list, 'delete') && session.where.includes('agent');
	const rows: Choice[] = [];
	if (isHere) {
		const isOnly = isForgotten(session, list) || session.sessionId === null;
		rows.push({
			label: isOnly ? words.hereOnly : words.here,
			detail: isOnly ? words.hereOnlyDetail : words.hereDetail,
			does: { deleteAt: 'here' },
		});
	}
	if (isThere) {
		const detail = isHere ? words.agentDetail : words.agentOnlyDetail(name);
		rows.push({ label: words.agent(name), detail, does: { deleteAt: 'agent' } });
	}
	if (isHere && isThere) {
		rows.push({ label: words.both(name), detail: words.bothDetail, does: { deleteAt: 'both' } });
	}
	return [...rows, { label: words.keep, detail: '', does: 'back' }];
}
