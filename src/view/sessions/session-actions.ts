import { defined } from '../../core/defined.js';
import { resumeCommandLine } from '../../core/resuming/resume-command.js';
import type { WantedResume } from '../../core/resuming/resuming.js';
import type { SessionAbilities } from '../../core/session-abilities.js';
import type { SessionRow } from '../../core/session-index.js';
import { isForgotten, recordIdOf, rowKey, type SessionListState } from '../../core/session-list.js';
import { shadowOf } from '../../core/shadow/saved-shadow.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { PanelResult } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { openSessionOf } from '../state/open-sessions.js';
import type { UiRequest } from '../state/ui-step.js';
import { shortDirectory } from '../status/session-words.js';
import { wants } from './list-requests.js';
import { askChoice, type Choice, readSession, renameSession } from './session-pages.js';
import { titleOf } from './session-row.js';

export type SessionAction = 'resume' | 'fork' | 'read' | 'rename' | 'export' | 'delete';

const BUSY = 'The agent is at work: stop it with esc first';
const IS_OPEN = 'This session is open now';

/** A session that something is done with, and where this program and others have it. */
type Chosen = {
	readonly context: ScreenContext;
	readonly session: SessionRow;
	readonly list: SessionListState;
	readonly recordId: string | null;
	readonly isOpen: boolean;
	readonly isRunning: boolean;
	readonly openSession: ReturnType<typeof openSessionOf>;
};

/** Does something with a session; says why where it cannot be done. */
export function perform(context: ScreenContext, session: SessionRow, action: SessionAction): PanelResult<never> {
	const { sessionList: list } = context.lookups;
	if (list === null) return {};
	const recordId = recordIdOf(session);
	const isOpen = recordId !== null && recordId === context.session.record?.id;
	const isRunning = session.state === 'running' && !isOpen;
	const openSession = openSessionOf(context.ui.sessions, recordId);
	return ACTIONS[action]({ context, session, list, recordId, isOpen, isRunning, openSession });
}

const ACTIONS: Readonly<Record<SessionAction, (chosen: Chosen) => PanelResult<never>>> = {
	resume,
	fork,
	read({ context, session }) {
		const key = rowKey(session);
		const requests = [wants({ type: 'read', key }), wants({ type: 'preview', key })];
		return { ui: readSession(context, session, perform), requests };
	},
	rename({ context, session, list, recordId }) {
		if (recordId === null && !canAt(session, list, 'title'))
			return { words: 'This agent gives its sessions their titles itself' };
		return { ui: renameSession(context, session) };
	},
	export: ({ recordId }) =>
		recordId === null
			? { words: 'Only the agent keeps it: open it first, then /export' }
			: { requests: [{ type: 'export-session', recordId }] },
	delete: askDelete,
};

function resume(chosen: Chosen): PanelResult<never> {
	const { context, session, isOpen, isRunning, openSession } = chosen;
	if (isOpen) return { words: IS_OPEN };
	if (openSession !== undefined) return leaving({ type: 'open-sessions', do: 'show', id: openSession.id });
	if (context.session.turn !== null) return { words: BUSY };
	const title = titleOf(session);
	if (isRunning) {
		const detail = 'a new session; the other program keeps this one';
		const copy: Choice = { label: 'Go on in a copy of it', detail, run: doing(session, 'fork') };
		return ask(chosen, `“${title}” is open in another program`, [reading(session), copy, BACK]);
	}
	if (session.isReadOnly) {
		const write: Choice = { label: 'Write its transcript to a file', run: doing(session, 'export') };
		return ask(chosen, `“${title}” was written by a newer acp-tui`, [reading(session), write, BACK]);
	}
	return goOn(chosen, false);
}

function fork(chosen: Chosen): PanelResult<never> {
	const { context, session, list, recordId } = chosen;
	if (session.isReadOnly) return { words: 'It was written by a newer acp-tui, which alone can go on with it' };
	if (context.session.turn !== null) return { words: BUSY };
	if (recordId === null && !canAt(session, list, 'fork'))
		return { words: 'Only the agent keeps it, and it cannot copy sessions' };
	return goOn(chosen, true);
}

/** In its own folder; one of another folder gets a place of its own beside this one. */
function goOn(chosen: Chosen, isFork: boolean): PanelResult<never> {
	const { context, session, list, recordId } = chosen;
	const { cwd, agent } = session;
	const resumed = wantedOf(session, isFork);
	if (cwd === context.session.cwd) return leaving({ type: 'dispatch', event: { type: 'resume-session', ...resumed } });
	return ask(chosen, `It belongs to ${shortDirectory(cwd, context.home)}`, [
		{
			label: isFork ? 'Open a copy of it beside this session' : 'Open it beside this session',
			detail: 'alt+l lists the open sessions',
			run: () => leaving({ type: 'open-sessions', do: 'open', wanted: { cwd, agent, resume: resumed } }),
		},
		...(recordId === null ? [] : [reading(session)]),
		{
			label: 'Copy the command that resumes it',
			run: () => ({ requests: [{ type: 'copy', text: resumeCommand(session, list), label: 'the command' }] }),
		},
		BACK,
	]);
}

/** Asks where it is deleted; keeping it is selected first. */
function askDelete(chosen: Chosen): PanelResult<never> {
	const { session, list, recordId, isOpen, isRunning, openSession } = chosen;
	if (openSession !== undefined) return { words: `It is open as session ${openSession.number}: close it there first` };
	if (isRunning || isOpen) return { words: isOpen ? IS_OPEN : 'It runs in another program: leave it there first' };
	const name = sanitizeLine(session.agent);
	const isHere = recordId !== null;
	const isThere = canAt(session, list, 'delete') && session.where.includes('agent');
	if (!isHere && !isThere) return { words: `${name} cannot delete sessions; only it keeps this one` };
	const isOnly = isForgotten(session, list) || session.sessionId === null;
	const row = (label: string, detail: string, at: 'here' | 'agent' | 'both'): Choice => ({
		...{ label, detail },
		run: () => ({ requests: [wants({ type: 'delete', key: rowKey(session), at })] }),
	});
	const rows = [
		...(isHere && isOnly ? [row('Delete it', 'the record of acp-tui; nobody else has it', 'here')] : []),
		...(isHere && !isOnly ? [row('Delete it here', 'the record of acp-tui; the agent keeps what it has', 'here')] : []),
		...(isThere
			? [row(`Delete it at ${name}`, isHere ? 'acp-tui keeps its record' : `only ${name} has it`, 'agent')]
			: []),
		...(isHere && isThere ? [row(`Delete it here and at ${name}`, 'nothing of it is left', 'both')] : []),
		{ label: 'Keep it', run: () => ({}) },
	];
	return ask(chosen, `Delete “${titleOf(session)}”?`, rows, rows.length - 1);
}

const BACK: Choice = { label: 'Back to the list', run: () => ({}) };

function ask({ context, session }: Chosen, title: string, rows: readonly Choice[], first = 0): PanelResult<never> {
	return { ui: askChoice(context, session, { title, rows, first }) };
}

const doing =
	(session: SessionRow, action: SessionAction): Choice['run'] =>
	(context) =>
		perform(context, session, action);

function reading(session: SessionRow): Choice {
	return { label: 'Read it here', detail: 'nothing can be sent', run: doing(session, 'read') };
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

function wantedOf(session: SessionRow, isFork: boolean): WantedResume {
	const { id, agent, sessionId, cwd, title, updatedAt, additionalDirectories } = session;
	if (recordIdOf(session) !== null) return { target: { recordId: id }, isFork };
	const used = updatedAt === 0 ? null : updatedAt;
	return {
		target: { agent, sessionId: sessionId ?? id, cwd, title, updatedAt: used, ...defined({ additionalDirectories }) },
		isFork,
	};
}

/** Whether the connected agent has the session, and the ability. */
function canAt(session: SessionRow, list: SessionListState, ability: keyof SessionAbilities): boolean {
	const { agentSessions } = list;
	return session.sessionId !== null && session.agent === agentSessions.agent && agentSessions.can[ability];
}
