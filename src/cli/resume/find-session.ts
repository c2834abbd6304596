import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mergeLists } from '../../core/sessions/merge-lists.js';
import type { ResumeTarget } from '../../core/sessions/resuming.js';
import type { SessionIndexPort, SessionRow } from '../../core/sessions/session-index.js';
import { recordIdOf } from '../../core/sessions/session-list.js';
import type { ResumeOption, RunOptions } from '../command.js';
import type { AgentList } from '../subcommands/sessions/agent-list.js';
import { UsageError } from '../usage-error.js';
import type { World } from '../world.js';
import * as messages from './messages.js';
import type { ResumedRun, StartOfRun } from './resumed-run.js';

/** What sessions are looked for with. */
type Finding = {
	readonly index: Pick<SessionIndexPort, 'find' | 'list'>;
	/** Asks the agent that the command line names for its own list, of all folders; null: it names none. */
	readonly atAgent: (() => Promise<AgentList>) | null;
	readonly world: Pick<World, 'cwd'>;
};

/**
 * What a run with `--continue` or `--resume` begins with, as far as it can be told before its agent is chosen: the folder
 * and the agent of the session win where the command line names none. Throws a UsageError with one sentence where there
 * is no such session, or it cannot be gone on with.
 */
export async function findSession(run: RunOptions, { index, atAgent, world }: Finding): Promise<StartOfRun> {
	const { resume } = run;
	if (resume === null) return { run, settle: async () => NOTHING };
	if (resume.type === 'list') return { run, settle: async () => ({ ...NOTHING, asksFor: '' }) };
	if (resume.type === 'id') {
		const row = await findById(resume.id, index, atAgent);
		const folder = await folderOf(row, run, world);
		return {
			...withSession(run, row),
			settle: async (agent) => {
				checkAgent(row, agent);
				return taken(row, resume, folder === null ? [] : [messages.worksIn(folder)]);
			},
		};
	}
	const cwd = await realFolder(resolve(world.cwd, run.cwd ?? '.'));
	if (run.agent !== null || run.agentCommand !== null) {
		// Its name is known when the agent is: one agent has several names.
		return { run, settle: async (agent) => newestOf(await listed(index, cwd, agent), resume) };
	}
	const rows = await listed(index, cwd);
	const newest = newestOf(rows, resume);
	const { row } = newest;
	return { ...(row === null ? { run } : withSession({ ...run, cwd }, row)), settle: async () => newest };
}

async function findById(id: string, index: Finding['index'], atAgent: Finding['atAgent']): Promise<SessionRow> {
	const found = await index.find(id);
	if (found.type === 'several') throw new UsageError(messages.ambiguousSession(id, found.rows));
	if (found.type === 'found') return found.row;
	if (atAgent === null) throw new UsageError(messages.unknownSession(id));
	return findAtAgent(id, await atAgent());
}

/** A session that the agent's own list alone has, by its id or the beginning of it. */
function findAtAgent(id: string, { agent, sessions, failure }: AgentList): SessionRow {
	const same = sessions.filter(({ sessionId }) => sessionId === id);
	const begun = same.length > 0 ? same : sessions.filter(({ sessionId }) => sessionId.startsWith(id));
	const rows = mergeLists([], agent, begun);
	const [row] = rows;
	if (rows.length > 1) throw new UsageError(messages.ambiguousSession(id, rows));
	if (row !== undefined) return row;
	const why = failure === null ? '' : `; ${messages.noAgentList(agent, failure.message)}`;
	throw new UsageError(`${messages.unknownSession(id)}${why}`);
}

async function listed(index: Finding['index'], cwd: string, agent?: string): Promise<readonly SessionRow[]> {
	const { rows } = await index.list(agent === undefined ? { cwd } : { cwd, agent });
	return rows;
}

/** The newest that no other program has open; with a fork the newest. */
function newestOf(rows: readonly SessionRow[], resume: ResumeOption): ResumedRun {
	const isFree = ({ state, isReadOnly }: SessionRow): boolean => (state !== 'running' || resume.isFork) && !isReadOnly;
	const row = rows.find(isFree);
	const [first] = rows;
	const notices =
		first !== undefined && first !== row && first.state === 'running' ? [messages.newerIsOpen(first)] : [];
	if (row === undefined) return { ...NOTHING, notices: [messages.NO_SESSION_YET] };
	return taken(row, resume, notices);
}

/** A session that another program has open is offered in the list, where there is one: to be read, or forked. */
function taken(row: SessionRow, { isFork, isPrinted }: ResumeOption, notices: readonly string[]): ResumedRun {
	const isOpen = row.state === 'running' && !isFork;
	if (isPrinted) {
		if (isOpen) throw new UsageError(messages.openElsewhere(row));
		if (row.isReadOnly) throw new UsageError(messages.tooNew(row));
	}
	if (isOpen || row.isReadOnly) return { row, resume: null, asksFor: row.id, notices };
	return { row, resume: { target: targetOf(row), isFork }, asksFor: null, notices };
}

function targetOf(row: SessionRow): ResumeTarget {
	const { id, agent, sessionId, cwd, title, updatedAt } = row;
	return recordIdOf(row) === null ? { agent, sessionId: sessionId ?? id, cwd, title, updatedAt } : { recordId: id };
}

const NOTHING: ResumedRun = { row: null, resume: null, asksFor: null, notices: [] };

function withSession(run: RunOptions, row: SessionRow): Pick<StartOfRun, 'run' | 'agentPlace'> {
	const { cwd, agent } = row;
	if (run.agent !== null || run.agentCommand !== null) return { run: { ...run, cwd } };
	return { run: { ...run, cwd, agent }, agentPlace: messages.agentOf(row) };
}

function checkAgent(row: SessionRow, agent: string): void {
	if (agent !== row.agent) throw new UsageError(messages.otherAgent(row));
}

/** The folder of the session where it is another one than this; null where it is this. */
async function folderOf(row: SessionRow, run: RunOptions, world: Finding['world']): Promise<string | null> {
	const here = await realFolder(resolve(world.cwd, run.cwd ?? '.'));
	if (run.cwd !== null && here !== row.cwd) throw new UsageError(messages.otherFolder(row));
	if (!(await isFolder(row.cwd))) throw new UsageError(messages.folderGone(row));
	return here === row.cwd ? null : row.cwd;
}

/** The folder behind all links; as it was written where it is none. */
async function realFolder(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		return path;
	}
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch {
		return false;
	}
}
